import { z } from "zod";
import { isAppError } from "@/lib/shared/errors";
import { defineUndo } from "@/lib/server/group/define-undo";
import type { TaskStep } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { discardSteps } from "./discard-entries";
import { findTrashRows } from "./find-trash-rows";
import { restoreRow } from "./restore-trash";
import { assertReached } from "./settle-left";
import { originOf, pinOf, type TrashRow } from "./trash-row";

const schema = z.object({ ids: z.array(z.string()) });

/** What was put into the trash comes back. */
const trashUndo = defineUndo({
  kind: "trash",
  schema,
  async stepsFor({ ids }, ctx) {
    const rows = await findTrashRows(ids, ctx);
    await assertReached(rows, ctx);
    const back = rows.map((row) => restoreStep(row, { ctx, conflict: "fail" }));
    return { count: back.length, back, replaced: [] };
  },
});

/** What uploads have overwritten comes back, and what was uploaded goes to the trash. */
const uploadUndo = defineUndo({
  kind: "upload",
  schema,
  async stepsFor({ ids }, ctx) {
    const rows = await findTrashRows(ids, ctx);
    const replaced = rows.map((row) => restoreStep(row, { ctx, conflict: "fail" }));
    const storage = ctx.storage.pinned(rows.map((row) => pinOf(row, originOf(row))));
    return { count: rows.length, back: discardSteps(rows.map(originOf), { ...ctx, storage }), replaced };
  },
});

export const trashUndos = [trashUndo, uploadUndo];

type Restoring = { ctx: Ctx; conflict: "fail" | "ask" };

/** Nobody is asked about a taken name: the entry fails. */
function restoreStep(row: TrashRow, { ctx, conflict }: Restoring): TaskStep {
  return {
    path: originOf(row),
    run: (step) => restoreRow(row, { ctx, step: { ...step, ask: () => Promise.resolve(null) }, to: null, conflict }),
  };
}

/** What had to give way comes back out of the trash. */
export async function stepsForReplaced(ids: readonly string[], ctx: Ctx): Promise<TaskStep[]> {
  if (ids.length === 0) return [];
  const rows = await findTrashRows(ids, ctx).catch((error: unknown) => {
    // Deleted from the trash meanwhile: the rest is undone all the same.
    if (isAppError(error) && error.key === "trash/gone") return [];
    throw error;
  });
  // What lay in merged folders is merged into them again.
  return rows.map((row) => restoreStep(row, { ctx, conflict: row.kind === "folder" ? "ask" : "fail" }));
}
