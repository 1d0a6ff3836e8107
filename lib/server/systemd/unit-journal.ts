import type { systemdContract } from "@/lib/contracts/systemd";
import { AppError } from "@/lib/shared/errors";
import type { Service } from "@/lib/server/http/service";
import { findProgram } from "@/lib/server/process/find-program";
import { programPaths } from "@/lib/server/process/programs";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import { passedOnEnvironment } from "@/lib/server/process/spawn-child";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { readOnly } from "@/lib/server/terminal/read-only";
import { nameInJournal } from "./real-names";
import { systemdMissing } from "./systemd-missing";

export const openUnitJournal: Service<typeof systemdContract.openUnitJournal> = async (
  { unit, lines, cols, rows },
  ctx,
) => {
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const program = await findProgram(await programPaths("journalctl"));
  if (program === null) throw await systemdMissing();
  ctx.about(unit);
  const size = { cols, rows };
  const args = [
    "--follow",
    "--no-pager",
    `--unit=${await nameInJournal({ unit, scope: "" })}`,
    `--lines=${lines}`,
    "--output=short-iso",
  ];
  const env = { ...passedOnEnvironment(), LANG: "C.UTF-8", TERM: "xterm-256color" };
  const open = async () => {
    const { listen, write, backlog, resize, pause, resume, end } = openPty({ program, args, cwd: "/", env, ...size });
    return readOnly({
      program: unit,
      isLog: true,
      listen,
      write,
      backlog,
      resize,
      pause,
      resume,
      end,
      place: () => null,
    });
  };
  const terminal = await openWatched(ctx, { access: "sys_view", size, open });
  return { id: terminal.id };
};
