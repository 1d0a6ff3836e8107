import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { environmentOf } from "@/lib/server/environment/environment-of";
import { findProgram } from "@/lib/server/process/find-program";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import { findOsUser, type OsUser } from "@/lib/server/process/os-user";
import { folderOf, hasTerminalToItself, programIn } from "@/lib/server/process/process-state";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { usrLinks } from "@/lib/server/process/usr-links";
import type { Mount } from "@/lib/server/storage/mounts";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { shellArguments } from "@/lib/server/terminal/shell-arguments";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { bwrapArguments, confinedHome } from "./confine";
import { openLandlockedShell, whyNoLandlock } from "./open-landlocked-shell";

type Options = {
  mounts: readonly Mount[];
  hasNetwork: boolean;
  /** Host path inside of a mount; null: its own home folder. */
  cwd: string | null;
  size: TerminalSize;
  /** A command line that it runs instead of asking for some. */
  command?: string | undefined;
  log: Logger;
  /** Whose terminal it is. */
  userId: string;
  /** Host path. */
  bwrapPath?: string;
};

const path = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/**
 * A shell of the account that the setting names, confined by the kernel to the mounts: by bubblewrap, else by Landlock. Throws
 * terminal/no-account, terminal/no-bubblewrap, terminal/unconfined, terminal/landlock-*: where it cannot be confined there is none.
 */
export async function openConfinedShell(options: Options): Promise<TerminalSource> {
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const { command, log } = options;
  const user = findAccount();
  const shell = await findProgram(["/bin/bash", "/bin/sh"]);
  if (shell === null) throw new AppError("terminal/no-shell");
  const { folders, variables } = environmentOf({ isRoot: false });
  const own = shellArguments({ program: shell, folders, command });
  const env = {
    ...variables,
    PATH: [path, ...own.path].join(":"),
    HOME: confinedHome,
    USER: user.name,
    LOGNAME: user.name,
    SHELL: shell,
    LANG: "C.UTF-8",
    TERM: command === undefined ? "xterm-256color" : "dumb",
    COLORTERM: "truecolor",
    TERM_PROGRAM: "Filedeck",
  };
  const bwrap = await findBwrap(options, { user, env });
  if (typeof bwrap !== "string") return openInBwrap(options, { user, shell, command: [...bwrap, shell, ...own.args] });
  const why = whyNoLandlock();
  if (why === null) return openLandlockedShell({ ...options, user, shell, args: own.args, env });
  log.warn({ why }, "a terminal could not be confined, nor by Landlock");
  throw new AppError(bwrap);
}

type Program = { user: OsUser; env: Readonly<Record<string, string>> };

/** The command that is followed by a program to be confined, or why there is none. */
async function findBwrap(
  { mounts, hasNetwork, cwd, log, bwrapPath = "/usr/bin/bwrap" }: Options,
  { user, env }: Program,
): Promise<string[] | "terminal/no-bubblewrap" | "terminal/unconfined"> {
  const [bwrap, setpriv] = await Promise.all([findProgram([bwrapPath]), findProgram(["/usr/bin/setpriv"])]);
  if (bwrap === null) return "terminal/no-bubblewrap";
  const become = switchTo(user, setpriv);
  if (become === null) return "terminal/unconfined";
  const command = [...become, bwrap, ...bwrapArguments({ user, mounts, hasNetwork, env, usrLinks: usrLinks() })];
  const [program = bwrap, ...args] = command;
  // What the kernel refuses here it would refuse in the terminal, without a word.
  const tried = await runBriefly(program, [...args, "--", "/usr/bin/true"]);
  if (tried.code === 0) return [...command, "--chdir", cwd ?? confinedHome, "--"];
  log.info({ said: tried.said.trim(), account: user.name }, "bubblewrap cannot confine terminals here");
  return "terminal/unconfined";
}

function openInBwrap(
  { size }: Options,
  { user, shell, command }: { user: OsUser; shell: string; command: readonly string[] },
): TerminalSource {
  const [program = "", ...args] = command;
  const pty = openPty({ program, args, cwd: "/", env: {}, ...size });
  const { pid, listen, write, backlog, resize, pause, resume, end } = pty;
  return {
    program: user.name,
    shell,
    listen,
    write,
    backlog,
    resize,
    pause,
    resume,
    end,
    place: (said) => folderOf(programIn(pid)) ?? said,
    isAtPrompt: () => hasTerminalToItself(programIn(pid)),
  };
}

function findAccount(): OsUser {
  const user = findOsUser(terminalSetting.get().account);
  if (user === null || user.uid === 0) throw new AppError("terminal/no-account");
  return user;
}

/** What makes a program another account's, which only root can; null where it cannot be done. */
function switchTo({ uid, gid }: OsUser, setpriv: string | null): string[] | null {
  if (process.getuid?.() === uid) return [];
  if (process.getuid?.() !== 0 || setpriv === null) return null;
  return [setpriv, `--reuid=${uid}`, `--regid=${gid}`, "--clear-groups", "--"];
}
