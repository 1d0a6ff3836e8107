import type { TerminalSize } from "@/lib/shared/terminals";
import { AppError } from "@/lib/shared/errors";
import { environmentOf } from "@/lib/server/environment/environment-of";
import { findProgram } from "@/lib/server/process/find-program";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { shellArguments } from "@/lib/server/terminal/shell-arguments";
import { confinedPath, findAccount, openConfined, type Confinement } from "./open-confined";

type Options = Confinement & {
  size: TerminalSize;
  /** A command line that it runs instead of asking for some. */
  command?: string | undefined;
};

/** A shell of the account that the setting names, confined. Throws what openConfined does, terminal/no-pty and terminal/no-shell. */
export async function openConfinedShell({ command, ...options }: Options): Promise<TerminalSource> {
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const user = findAccount();
  const program = await findProgram(["/bin/bash", "/bin/sh"]);
  if (program === null) throw new AppError("terminal/no-shell");
  const { folders, variables } = environmentOf({ isRoot: false });
  const { args, path } = shellArguments({ program, folders, command });
  const source = await openConfined({
    ...options,
    user,
    program,
    args,
    env: {
      ...variables,
      PATH: [confinedPath, ...path].join(":"),
      SHELL: program,
      TERM: command === undefined ? "xterm-256color" : "dumb",
      COLORTERM: "truecolor",
    },
    open: openPty,
  });
  return { ...source, shell: program };
}
