import { AppError, isAppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { knownFailure } from "@/lib/server/http/answer";
import type { StepContext, StepOutcome, TaskStep } from "@/lib/server/group/task-step";
import { originOf, type TrashRow } from "./trash-row";

type RowWork = {
  run: (row: TrashRow, step: StepContext) => Promise<StepOutcome>;
  measure?: (row: TrashRow, signal: AbortSignal) => ReturnType<NonNullable<TaskStep["measure"]>>;
};

/** A step for one entry, whose row is read when the task comes to it: those of ten thousand long paths would fill the memory. */
export function rowStep(id: string, { db, log }: Pick<Ctx, "db" | "log">, { run, measure }: RowWork): TaskStep {
  const read = () => db.trash.findUnique({ where: { id } });
  const step: TaskStep = {
    path: "",
    async run(context) {
      const row = await read();
      if (row === null) throw new AppError("trash/gone");
      try {
        return await run(row, context);
      } catch (error) {
        if (context.signal.aborted) throw error;
        if (!isAppError(error)) log.error({ err: error }, "task step failed");
        // Not thrown: whoever made another step of this one would tell no path.
        return { failures: [{ path: originOf(row), error: knownFailure(error).key }], failureCount: 1 };
      }
    },
  };
  if (measure !== undefined)
    step.measure = async (signal) => {
      const row = await read();
      // What is gone leaves nothing to do.
      return row === null ? { files: 0, bytes: 0 } : measure(row, signal);
    };
  return step;
}
