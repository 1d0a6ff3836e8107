import type { quickCommands } from "@/lib/contracts/quick-commands";
import { AppError, type ErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { randomId } from "@/lib/shared/units";
import { maskSecrets } from "@/lib/server/base/mask-secrets";
import { auditRoom, fitPair, fitText } from "@/lib/server/base/fit-text";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Service } from "@/lib/server/http/service";
import type { ProgramExit } from "@/lib/server/process/open-pty";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { findActorNow } from "@/lib/server/session/find-actor";
import { recheck } from "@/lib/server/session/recheck";
import { folderOnDisk } from "@/lib/server/storage/folder-on-disk";
import { startTask } from "@/lib/server/task/start-task";
import { keepsNetwork } from "@/lib/server/terminal/confined/keeps-network";
import { assertMayHaveShell, mayHaveShell } from "@/lib/server/terminal/commands/may-run";
import { openOwnShell, openOwnTerminal } from "@/lib/server/terminal/open-own";
import { expandCommand } from "./expand-command";
import { createKeptOutput, type KeptOutput } from "./kept-output";
import { findQuickCommand } from "./quick-commands";

const size = { cols: 120, rows: 40 };
/** Ctrl-D: whoever reads what nobody will type comes to its end. */
const endOfInput = "\u0004";

/** What those that run now have said. */
export const runningOutputs = new Map<string, KeptOutput>();

export const runQuickCommand: Service<typeof quickCommands.runQuickCommand> = async ({ id, folder, paths }, ctx) => {
  const { storage, about, actor } = ctx;
  assertMayHaveShell(actor);
  const { note, command, way } = await findQuickCommand(id, ctx);
  about(paths.length === 0 ? note : paths.map((path) => fitPair(note, path)));
  const cwd = await folderOnDisk(storage, folder);
  if (paths.some((path) => !storage.can(path, "disk"))) throw new AppError("storage/unsupported");
  const places = await Promise.all(paths.map((path) => storage.placeOf(path)));
  const line = expandCommand(command, { folder: cwd, places });
  about(null, { text: `${way}: ${fitText(maskSecrets(line), auditRoom.changes - 16)}`, of: ["id", "paths"] });
  if (way === "terminal") {
    const terminal = await openOwnTerminal(ctx, { cwd, size });
    await terminal.write(`${line.replaceAll("\n", "\r")}\r`);
    return { terminalId: terminal.id };
  }
  const taskId = randomId();
  return startTask(ctx, {
    kind: "quick-command",
    id: taskId,
    title: note,
    input: { id, folder, paths },
    steps: [{ path: folder, run: (step) => runLine({ taskId, line, cwd, folder, ctx }, step) }],
  });
};

type Run = { taskId: string; line: string; cwd: string; folder: VirtualPath; ctx: Ctx };

/** Confined as a terminal of its owner is; the task ends what it has begun. */
async function runLine({ taskId, line, cwd, folder, ctx }: Run, step: StepContext): Promise<StepOutcome> {
  const { signal, onProgress } = step;
  const kept = createKeptOutput();
  runningOutputs.set(taskId, kept);
  let bytes = 0;
  let stopAsking = () => {};
  let lost: ErrorKey | null = null;
  try {
    const source = await openOwnShell(ctx, { cwd, size, command: line });
    const ended = new Promise<ProgramExit>((resolve) => {
      source.listen({
        data(piece) {
          kept.add(piece);
          bytes += piece.length;
          onProgress({ files: 0, bytes, current: kept.lastLine() });
        },
        exit: resolve,
      });
    });
    const end = () => void source.end(); // by force what does not end
    signal.addEventListener("abort", end, { once: true });
    if (signal.aborted) end();
    // All else that the task needs is asked of it as of every task.
    stopAsking = recheck({
      isAllowed: async () => {
        const now = await findActorNow(ctx.db, ctx.actor);
        if (now === null) return true;
        lost = mayHaveShell(now) ? null : "terminal/limited-to-commands";
        if (!keepsNetwork(ctx.actor, now)) lost = "task/right-gone";
        return lost === null;
      },
      end,
    });
    source.write(endOfInput);
    const { code } = await ended;
    signal.removeEventListener("abort", end);
    signal.throwIfAborted();
    if (lost !== null) throw new AppError(lost);
    return { files: 1, bytes, result: { ...kept.read(), code }, facts: { path: folder, code: code ?? -1 } };
  } finally {
    stopAsking();
    runningOutputs.delete(taskId);
  }
}
