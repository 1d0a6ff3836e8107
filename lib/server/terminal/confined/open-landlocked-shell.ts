import { constants } from "node:os";
import { basename } from "node:path";
import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { endSessionOf } from "@/lib/server/process/end-session-of";
import { landlockAbi } from "@/lib/server/process/landlock/landlock-abi";
import {
  handledBeyondFiles,
  handledFiles,
  rightsFor,
  signalsFrom,
} from "@/lib/server/process/landlock/landlock-rights";
import type { LaunchPlan } from "@/lib/server/process/landlock/landlock-launcher";
import { launchCommand } from "@/lib/server/process/landlock/launch-command";
import { seccompFilter } from "@/lib/server/process/landlock/seccomp-filter";
import { openPty, type Pty } from "@/lib/server/process/open-pty";
import type { OsUser } from "@/lib/server/process/os-user";
import { makePrivateFolder, privateFoldersPlace, removePrivateFolder } from "@/lib/server/process/private-folder";
import { folderOf, hasTerminalToItself } from "@/lib/server/process/process-state";
import { runBriefly } from "@/lib/server/process/run-briefly";
import type { Mount } from "@/lib/server/storage/mounts";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { landlockRules } from "./landlock-rules";
import { enterAs } from "./landlock-guests";

type Options = {
  user: OsUser;
  /** Whose terminal it is. */
  userId: string;
  mounts: readonly Mount[];
  hasNetwork: boolean;
  /** Host path; null: its home folder. */
  cwd: string | null;
  shell: string;
  /** What it is started with. */
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  size: TerminalSize;
  log: Logger;
  /** A lower one than the kernel's, to try what holds there. */
  abi?: number;
};

/** Before it (Linux 6.2) whatever can be read could be emptied as well. */
const leastAbi = 3;

/** Why this server cannot use Landlock at all, for its log; null where it can. */
export function whyNoLandlock(abi = landlockAbi()): string | null {
  if (process.getuid?.() !== 0) return "Landlock is used only where Filedeck runs as root";
  if (abi === 0) return "this kernel has no Landlock";
  if (abi < leastAbi) return `this kernel’s Landlock is too old (${abi}, needed is ${leastAbi})`;
  if (seccompFilter(process.arch, { hasNetwork: false }) === null)
    return "Landlock is not used on this machine’s architecture";
  return null;
}

/**
 * A shell that Landlock and a filter of system calls confine to the mounts, where there are no namespaces to be had. Throws terminal/landlock-folders
 * when the mounts cannot be said as rules, terminal/landlock-busy, terminal/unconfined.
 */
export async function openLandlockedShell(options: Options): Promise<TerminalSource> {
  const { user, userId, abi = landlockAbi() } = options;
  const leave = enterAs(user, userId, { mayMeetOthers: abi >= signalsFrom });
  if (leave === null) throw new AppError("terminal/landlock-busy");
  try {
    return await openAsGuest({ ...options, abi, leave });
  } catch (error) {
    leave();
    throw error;
  }
}

async function openAsGuest(options: Options & { abi: number; leave: () => void }): Promise<TerminalSource> {
  const { user, shell, args: own, size, cwd, log, leave } = options;
  const home = await makePrivateFolder(user);
  let pty: Pty;
  let removal: LaunchPlan;
  try {
    const plan = await planOf(options, home);
    removal = { ...plan, program: "/bin/rm", argv: ["rm", "-rf", "--", home] };
    // What the kernel refuses here it would refuse in the terminal, without a word.
    const tried = await run({ ...plan, program: "/usr/bin/true", argv: ["true"] });
    if (tried.code !== 0) {
      log.warn({ said: tried.said.trim(), account: user.name }, "a terminal could not be confined by Landlock");
      throw new AppError("terminal/unconfined");
    }
    const { program, args } = launchCommand({
      ...plan,
      program: shell,
      argv: [basename(shell), ...own],
      cwd: cwd ?? home,
    });
    pty = openPty({ program, args, cwd: "/", env: {}, ...size });
  } catch (error) {
    await removePrivateFolder(home);
    throw error;
  }
  const { pid } = pty;
  const cleanUp = async () => {
    // Jobs that it has left behind. None can have left its session.
    await endSessionOf(pid, constants.signals.SIGHUP);
    await run(removal);
    if (!(await removePrivateFolder(home))) log.warn({ home }, "a terminal's home folder could not be removed");
    leave();
  };
  let cleaned: Promise<void> | null = null;
  const { write, backlog, resize, pause, resume } = pty;
  return {
    program: user.name,
    shell,
    listen: ({ data, exit }) =>
      pty.listen({
        data,
        exit: (how) => {
          cleaned ??= cleanUp();
          exit(how);
        },
      }),
    write,
    backlog,
    resize,
    pause,
    resume,
    end: async () => {
      await pty.end();
      await (cleaned ??= cleanUp());
    },
    place: (said) => folderOf(pid) ?? said,
    isAtPrompt: () => hasTerminalToItself(pid),
  };
}

async function planOf(
  { user, mounts, hasNetwork, env, abi }: Options & { abi: number },
  home: string,
): Promise<LaunchPlan> {
  const rules = landlockRules({ mounts, home, homes: await privateFoldersPlace(), abi });
  if (rules === null) throw new AppError("terminal/landlock-folders");
  const filter = seccompFilter(process.arch, { hasNetwork });
  if (filter === null) throw new AppError("terminal/unconfined");
  return {
    user,
    handled: { files: handledFiles(abi), ...handledBeyondFiles(abi, hasNetwork) },
    rules,
    terminalRights: rightsFor("device", abi),
    filter,
    cwd: home,
    env: { ...env, HOME: home, TMPDIR: home },
    program: "",
    argv: [],
  };
}

function run(plan: LaunchPlan) {
  const { program, args } = launchCommand(plan);
  return runBriefly(program, args);
}
