import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { findProgram } from "@/lib/server/process/find-program";
import { programPaths } from "@/lib/server/process/programs";
import { findOsUser, type OsUser } from "@/lib/server/process/os-user";
import { folderOf, hasTerminalToItself, programIn } from "@/lib/server/process/process-state";
import { runBriefly } from "@/lib/server/process/run-briefly";
import { usrLinks } from "@/lib/server/process/usr-links";
import type { Mount } from "@/lib/server/storage/mounts";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { bwrapArguments, confinedHome } from "./confine";
import { openLandlocked, whyNoLandlock } from "./open-landlocked";
import type { Opener } from "./opener";

export type Confinement = {
  mounts: readonly Mount[];
  hasNetwork: boolean;
  /** Host path inside of a mount; null: its own home folder. */
  cwd: string | null;
  log: Logger;
  /** Whose terminal it is. */
  userId: string;
  /** Host path. */
  bwrapPath?: string;
};

type Options = Confinement & {
  user: OsUser;
  /** Host path. */
  program: string;
  args: readonly string[];
  /** Beside what tells it who and where it is. */
  env: Readonly<Record<string, string>>;
  size: TerminalSize;
  open: Opener;
};

/** The system's folders with programs. */
export const confinedPath = "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin";

/**
 * A program of an account, confined by the kernel to the mounts: by bubblewrap, else by Landlock. Throws terminal/no-bubblewrap, terminal/unconfined,
 * terminal/landlock-*: where it cannot be confined there is none.
 */
export async function openConfined(options: Options): Promise<TerminalSource> {
  const { user, program, args, log } = options;
  const env = {
    ...options.env,
    HOME: confinedHome,
    USER: user.name,
    LOGNAME: user.name,
    LANG: "C.UTF-8",
    TERM_PROGRAM: "Filedeck",
  };
  const bwrap = await findBwrap({ ...options, env });
  if (typeof bwrap !== "string") return openInBwrap(options, [...bwrap, program, ...args]);
  const why = whyNoLandlock();
  if (why === null) return openLandlocked({ ...options, env });
  log.warn({ why }, "a terminal could not be confined, nor by Landlock");
  throw new AppError(bwrap);
}

/** The command that is followed by a program to be confined, or why there is none. */
async function findBwrap({
  user,
  env,
  mounts,
  hasNetwork,
  cwd,
  log,
  bwrapPath,
}: Options): Promise<string[] | "terminal/no-bubblewrap" | "terminal/unconfined"> {
  const [bwrap, setpriv] = await Promise.all([
    findProgram(bwrapPath === undefined ? programPaths("bwrap") : [bwrapPath]),
    findProgram(["/usr/bin/setpriv"]),
  ]);
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

function openInBwrap({ user, size, open }: Options, command: readonly string[]): TerminalSource {
  const [program = "", ...args] = command;
  const pty = open({ program, args, cwd: "/", env: {}, ...size, uid: user.uid, isWrapper: true });
  const { pid, listen, write, backlog, resize, pause, resume, end } = pty;
  return {
    program: user.name,
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

/** The account of terminals of all but administrators. Throws terminal/no-account. */
export function findAccount(): OsUser {
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
