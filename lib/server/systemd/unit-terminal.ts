import type { systemdContract } from "@/lib/contracts/systemd";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { folderOf } from "@/lib/server/process/process-state";
import { findProgram } from "@/lib/server/process/find-program";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import { passedOnEnvironment } from "@/lib/server/process/spawn-child";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { findUnit } from "./find-unit";
import { placeOfUnit } from "./unit-place";

/** A shell as the unit is, but for its sandbox: whoever may have it may do all of that already. */
export const openUnitTerminal: Service<typeof systemdContract.openUnitTerminal> = async ({ unit, cols, rows }, ctx) => {
  ctx.about(unit);
  if (!ctx.actor.isRoot) throw new AppError("auth/forbidden");
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const { account, home, folder, environment } = placeOfUnit(await findUnit(unit), unit);
  const [setpriv, shell] = await Promise.all([
    findProgram(["/usr/bin/setpriv"]),
    findProgram(["/bin/bash", "/bin/sh"]),
  ]);
  if (shell === null || (account !== null && setpriv === null)) throw new AppError("terminal/no-shell");
  const become =
    account === null || setpriv === null
      ? []
      : [setpriv, `--reuid=${account.uid}`, `--regid=${account.group}`, "--init-groups", "--"];
  const [program, ...args] = [...become, shell];
  const size = { cols, rows };
  const open = async () => {
    const { pid, listen, write, backlog, resize, pause, resume, end } = openPty({
      program,
      args,
      cwd: folder,
      env: {
        ...passedOnEnvironment(),
        HOME: home,
        SHELL: shell,
        LANG: "C.UTF-8",
        ...environment,
        TERM: "xterm-256color",
        COLORTERM: "truecolor",
      },
      ...size,
    });
    return {
      program: unit,
      isNamed: true as const,
      shell,
      listen,
      write,
      backlog,
      resize,
      pause,
      resume,
      end,
      place: (said: string | null) => folderOf(pid) ?? said,
    };
  };
  // Shown to others it is a shell as any of this machine.
  const terminal = await openWatched(ctx, { access: "terminal", size, open });
  return { id: terminal.id };
};
