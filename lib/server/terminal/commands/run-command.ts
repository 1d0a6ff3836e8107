import type { terminalContract } from "@/lib/contracts/terminal";
import { joinArguments } from "@/lib/shared/commands/command-words";
import { findCommand, type WantedCommand } from "@/lib/shared/commands/role-command";
import { AppError } from "@/lib/shared/errors";
import type { TerminalSize } from "@/lib/shared/terminals";
import { auditRoom, fitText } from "@/lib/server/base/fit-text";
import type { Service } from "@/lib/server/http/service";
import { openPiped } from "@/lib/server/process/open-piped";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import { folderOnDisk } from "@/lib/server/storage/folder-on-disk";
import { confinedPath, findAccount, openConfined } from "@/lib/server/terminal/confined/open-confined";
import { keepsNetwork } from "@/lib/server/terminal/confined/keeps-network";
import { openWatched } from "@/lib/server/terminal/open-watched";
import { readOnly } from "@/lib/server/terminal/read-only";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { withReturns } from "@/lib/server/terminal/with-returns";
import { findCommandProgram } from "./find-command-program";
import { mayRun } from "./may-run";

/** Of a command line, where it is shown. */
const maxShown = 500;

/** Without a shell: what is compared with the role's list is what is started. Whoever has no list has a shell for it. */
export const runCommand: Service<typeof terminalContract.runCommand> = async (
  { folder, program, args, cols, rows },
  ctx,
) => {
  const wanted = { program, args };
  const line = lineOf(wanted);
  const isLong = line.length > auditRoom.target;
  ctx.about(line, { text: isLong ? fitText(line, auditRoom.changes) : "", of: ["program", "args"] });
  if (findCommand(ctx.actor.commands ?? [], wanted) === null)
    throw new AppError("terminal/command-refused", { name: program });
  const cwd = folder === null ? null : await folderOnDisk(ctx.storage, folder);
  const size = { cols, rows };
  const terminal = await openWatched(ctx, {
    access: "terminal",
    mayStill: (now) => mayRun(now, wanted) && keepsNetwork(ctx.actor, now),
    size,
    open: () => openCommand(ctx, { wanted, cwd, size }),
  });
  return { id: terminal.id };
};

type Begin = {
  wanted: WantedCommand;
  /** Host path; null: the home folder. */
  cwd: string | null;
  size: TerminalSize;
};

/** A program whose output is shown, with what its caller may do and no more. */
async function openCommand({ actor, storage, log, db }: Ctx, { wanted, cwd, size }: Begin): Promise<TerminalSource> {
  const user = findAccount();
  const { place, mounts } = await findCommandProgram({
    program: wanted.program,
    path: confinedPath,
    mounts: await storage.mounts(),
    uid: user.uid,
    db,
  });
  const source = await openConfined({
    user,
    program: place,
    args: wanted.args,
    mounts,
    // Not the variables of the settings: some programs start what they name.
    env: { PATH: confinedPath, TERM: "dumb" },
    hasNetwork: actor.permissions.has("lan_access"),
    cwd,
    size,
    log,
    userId: userIdOf(actor),
    open: openPiped,
  });
  const { isAtPrompt: _, ...rest } = source;
  return readOnly({
    ...rest,
    program: fitText(lineOf(wanted), maxShown),
    listen: ({ data, exit }) => source.listen({ data: (bytes) => data(withReturns(bytes)), exit }),
    place: () => null,
  });
}

function lineOf({ program, args }: WantedCommand): string {
  return joinArguments([program, ...args]);
}
