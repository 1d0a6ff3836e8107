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
import { seccompFilter } from "@/lib/server/process/jail/seccomp-filter";
import type { Pty } from "@/lib/server/process/open-pty";
import type { JailLimits, PinnedMount } from "@/lib/server/process/jail/jail-plan";
import type { OsUser } from "@/lib/server/process/os-user";
import { makePrivateFolder, privateFoldersPlace, removePrivateFolder } from "@/lib/server/process/private-folder";
import { folderOf, hasTerminalToItself } from "@/lib/server/process/process-state";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { pinMounts } from "@/lib/server/storage/pin-mounts";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { jailLimits } from "./jail-limits";
import type { Opener } from "./opener";
import { landlockRules } from "./landlock-rules";
import { enterAs } from "./landlock-guests";

type Options = {
  user: OsUser;
  /** Whose terminal it is. */
  userId: string;
  pinned: readonly PinnedMount[];
  hasNetwork: boolean;
  /** Host path; null: its home folder. */
  cwd: string | null;
  /** Host path. */
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  size: TerminalSize;
  open: Opener;
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
  if (seccompFilter(process.arch, { hasNetwork: false, hasNamespaces: false }) === null)
    return "Landlock is not used on this machine’s architecture";
  return null;
}

/**
 * A program that Landlock and a filter of system calls confine to the mounts, where there are no namespaces to be had. Throws terminal/landlock-folders
 * when the mounts cannot be said as rules, terminal/landlock-busy, terminal/unconfined.
 */
export async function openLandlocked(options: Options): Promise<TerminalSource> {
  const { user, userId, log, abi = landlockAbi() } = options;
  const leave = enterAs(user, userId, { mayMeetOthers: abi >= signalsFrom });
  if (leave === null) throw new AppError("terminal/landlock-busy");
  const jail = jailLimits(userId, log);
  const over = () => {
    jail.release();
    leave();
  };
  try {
    return await openAsGuest({ ...options, abi, limits: jail.limits, leave: over });
  } catch (error) {
    over();
    throw error;
  }
}

type Guest = Options & { abi: number; limits: JailLimits; leave: () => void };

async function openAsGuest(options: Guest): Promise<TerminalSource> {
  const { user, program, args: own, size, cwd, log, open, leave } = options;
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
    const launch = launchCommand({ ...plan, program, argv: [basename(program), ...own], cwd: cwd ?? home });
    pty = await open({ ...launch, cwd: "/", env: {}, ...size, uid: user.uid, isWrapper: false });
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
  { user, pinned, hasNetwork, env, abi, limits }: Omit<Guest, "leave">,
  home: string,
): Promise<LaunchPlan> {
  const [own = { place: home, id: "" }] = await pinMounts([{ place: home, access: "write" }]);
  const rules = landlockRules({ mounts: pinned, home: own, homes: await privateFoldersPlace(), abi });
  if (rules === null) throw new AppError("terminal/landlock-folders");
  const filter = seccompFilter(process.arch, { hasNetwork, hasNamespaces: false });
  if (filter === null) throw new AppError("terminal/unconfined");
  return {
    user,
    handled: { files: handledFiles(abi), ...handledBeyondFiles(abi, hasNetwork) },
    rules,
    input: null,
    inputRights: 0,
    terminalRights: rightsFor("device", abi),
    limits,
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
