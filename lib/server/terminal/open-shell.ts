import { basename } from "node:path";
import { homedir, userInfo } from "node:os";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { environmentOf } from "@/lib/server/environment/environment-of";
import { findProgram } from "@/lib/server/process/find-program";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import { folderOf, hasTerminalToItself } from "@/lib/server/process/process-state";
import { passedOnEnvironment } from "@/lib/server/process/spawn-child";
import { getApp } from "@/lib/server/runtime/app";
import { isChangeableByOthers } from "@/lib/server/session/is-changeable-by-others";
import { withRealFolder } from "@/lib/server/storage/open-real-folder";
import { shellArguments } from "./shell-arguments";
import { terminalSetting } from "./terminal-setting";
import type { TerminalSource } from "./terminal-source";

const usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

type Options = {
  /** Host path of the folder where it begins; null: the home folder. */
  cwd: string | null;
  size: TerminalSize;
  /** A command line that it runs instead of asking for some. */
  command?: string | undefined;
};

/** A shell of the user that the server runs as. */
export async function openShell({ cwd, size, command }: Options): Promise<TerminalSource> {
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const user = ownUser();
  // Who may write there changes: it is asked again with each shell, which may do all that the server may.
  const [chosen] = await keepOwn([terminalSetting.get().shell]);
  const program = await findProgram([chosen ?? "", user.shell ?? "", "/bin/bash", "/bin/sh"]);
  if (program === null) throw new AppError("terminal/no-shell");
  const name = basename(program);
  const passedOn = passedOnEnvironment();
  const { folders, variables } = environmentOf({ isRoot: true });
  const { args, path } = shellArguments({ program, folders: await keepOwn(folders), command });
  const begin = (folder: string) =>
    openPty({
      program,
      args,
      cwd: folder,
      env: {
        ...passedOn,
        ...variables,
        PATH: [passedOn["PATH"] ?? usualPath, ...path].join(":"),
        HOME: user.home,
        USER: user.username,
        LOGNAME: user.username,
        SHELL: program,
        LANG: "C.UTF-8",
        TERM: command === undefined ? "xterm-256color" : "dumb",
        COLORTERM: "truecolor",
        TERM_PROGRAM: "Filedeck",
      },
      ...size,
    });
  // A folder of others may be a link by now: what is said in it would be done elsewhere, as root.
  const pty = cwd === null ? begin(user.home) : await withRealFolder(cwd, begin);
  const { pid, listen, write, backlog, resize, pause, resume, end } = pty;
  return {
    program: name,
    shell: program,
    listen,
    write,
    backlog,
    resize,
    pause,
    resume,
    end,
    place: (said) => folderOf(pid) ?? said,
    isAtPrompt: () => hasTerminalToItself(pid),
  };
}

/** Those that nobody but administrators can put something into by Filedeck. */
async function keepOwn(paths: readonly string[]): Promise<string[]> {
  const named = paths.filter((path) => path !== "");
  if (named.length === 0) return [];
  const { db } = getApp();
  const isOthers = await Promise.all(named.map((path) => isChangeableByOthers(db, path)));
  return named.filter((_, index) => isOthers[index] === false);
}

/** Who runs the server; in a container that may be a number without an account. Its home is where `HOME` says, as for keys. */
function ownUser(): { username: string; home: string; shell: string | null } {
  try {
    const { username, shell } = userInfo();
    return { username, home: homedir(), shell };
  } catch {
    return { username: String(process.getuid?.() ?? ""), home: "/", shell: null };
  }
}
