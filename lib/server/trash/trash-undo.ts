import { z } from "zod";
import { chunked } from "@/lib/shared/chunked";
import { isAppError } from "@/lib/shared/errors";
import { defineUndo } from "@/lib/server/group/define-undo";
import type { StepContext, TaskStep } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { discardMade } from "./discard-made";
import { readNoteSet } from "@/lib/server/storage/note-set";
import { findTrash, perRead, readTrashRows } from "./find-trash-rows";
import { restoreRow } from "./restore-trash";
import { rowStep } from "./row-step";
import { assertReached } from "./settle-left";
import { originOf, pinOf, type TrashRow } from "./trash-row";

const schema = z.object({ ids: z.array(z.string()) });

/** What was put into the trash comes back. */
const trashUndo = defineUndo({
  kind: "trash",
  schema,
  async stepsFor({ ids }, ctx) {
    const found = await findTrash(ids, ctx);
    await assertReached(found.hosts, ctx);
    const back = named(
      found,
      found.ids.map((id) => restoreStep(id, ctx, () => ({ conflict: "fail" }))),
    );
    return { count: back.length, back, replaced: [] };
  },
});

const overwritten = z.object({ id: z.string(), stamp: z.string().nullable() });
/** Notes of versions before this one did not say what was uploaded: then it stays. */
const uploadSchema = z.union([
  z.object({ files: z.array(overwritten) }),
  schema.transform(({ ids }) => ({ files: ids.map((id) => ({ id, stamp: null })) })),
]);

/** What uploads have overwritten comes back, and what was uploaded goes to the trash: not where anybody has changed that, or put another there since. */
const uploadUndo = defineUndo({
  kind: "upload",
  schema: uploadSchema,
  async stepsFor({ files }, ctx) {
    const stamps = new Map(files.map(({ id, stamp }) => [id, stamp]));
    const found = await findTrash([...stamps.keys()], ctx);
    const below = await readNoteSet(new Uint8Array());
    const left = new Set<string>();
    const back = chunked(found.ids, perRead).map((part) => ({
      path: "",
      async run(step: StepContext) {
        // What is no longer in the trash cannot come back: what was uploaded stays.
        const made = (await readTrashRows(part, ctx)).map((row) => ({ row, path: originOf(row), id: row.id }));
        const storage = ctx.storage.pinned(made.map(({ row, path }) => pinOf(row, path)));
        const { outcome, isLeft } = await discardMade(
          made.map(({ path, id }) => ({ path, stamp: stamps.get(id) ?? null })),
          { ctx: { ...ctx, storage }, step, below, isReplaced: true },
        );
        made.filter((_, index) => isLeft[index] === true).forEach(({ id }) => left.add(id));
        return outcome;
      },
    }));
    const replaced = found.ids.map((id) => {
      const restore = restoreStep(id, ctx, () => ({ conflict: "fail", isSameFile: true }));
      // Told of by what stays in its place.
      return { ...restore, run: async (step: StepContext) => (left.has(id) ? {} : restore.run(step)) };
    });
    return { count: found.ids.length, back: named(found, back), replaced };
  },
});

export const trashUndos = [trashUndo, uploadUndo];

/** The first step names the task. */
function named({ first }: { first: TrashRow | null }, steps: readonly TaskStep[]): TaskStep[] {
  return steps.map((step, index) => (index === 0 && first !== null ? { ...step, path: originOf(first) } : step));
}

type Restoring = { conflict: "fail" | "ask"; isSameFile?: boolean };

/** Nobody is asked about a taken name: the entry fails. */
function restoreStep(id: string, ctx: Ctx, howTo: (row: TrashRow) => Restoring): TaskStep {
  return rowStep(id, ctx, {
    run: (row, step) =>
      restoreRow(row, { ctx, ...howTo(row), step: { ...step, ask: () => Promise.resolve(null) }, to: null }),
  });
}

/** What had to give way comes back out of the trash. */
export async function stepsForReplaced(ids: readonly string[], ctx: Ctx): Promise<TaskStep[]> {
  if (ids.length === 0) return [];
  const found = await findTrash(ids, ctx).catch((error: unknown) => {
    // Deleted from the trash meanwhile: the rest is undone all the same.
    if (isAppError(error) && error.key === "trash/gone") return { ids: [] };
    throw error;
  });
  // What lay in merged folders is merged into them again.
  return found.ids.map((id) => restoreStep(id, ctx, ({ kind }) => ({ conflict: kind === "folder" ? "ask" : "fail" })));
}
