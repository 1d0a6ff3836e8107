import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { createParents } from "@/lib/server/entries/create-parents";
import { defineUndo } from "@/lib/server/group/define-undo";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Pin } from "@/lib/server/storage/pins";
import type { MovedPair } from "@/lib/server/storage/storage";
import { discardSteps } from "@/lib/server/trash/discard-entries";
import { stepsForReplaced } from "@/lib/server/trash/trash-undo";
import { followMoves } from "./follow-moves";

/** What was in the way and lies in the trash. */
const replacedIds = z.array(z.string()).default([]);

/** Notes of versions before this one had no places. */
const place = z.string().nullable().default(null);
const movedPair = z.object({ from: z.string(), to: z.string(), fromPlace: place, toPlace: place });
const madeEntry = z.union([
  z.string().transform((path) => ({ path, place: null })),
  z.object({ path: z.string(), place }),
]);

/** What really moved, or was renamed, goes back: what moved last first, for a folder was emptied before it went. */
const moveUndo = defineUndo({
  kind: "move",
  schema: z.object({ pairs: z.array(movedPair), replaced: replacedIds }),
  async stepsFor({ pairs, replaced }, ctx) {
    const back = pairs
      .toReversed()
      .map((pair) => ({ path: pair.from, run: (step: StepContext) => moveBack(pair, ctx, step) }));
    return { count: back.length, back, replaced: await stepsForReplaced(replaced, ctx) };
  },
});

/** What was made, a new folder as one, goes to the trash. */
const copyUndo = defineUndo({
  kind: "copy",
  schema: z.object({ paths: z.array(madeEntry), replaced: replacedIds }),
  async stepsFor({ paths, replaced }, ctx) {
    const pins = paths.map(pinOf);
    const back = discardSteps(
      pins.map(({ path }) => path),
      { ...ctx, storage: ctx.storage.pinned(pins) },
    );
    return { count: pins.length, back, replaced: await stepsForReplaced(replaced, ctx) };
  },
});

export const fileUndos = [moveUndo, copyUndo];

async function moveBack(pair: Pair, ctx: Ctx, step: StepContext): Promise<StepOutcome> {
  const [from, to] = [pinOf({ path: pair.to, place: pair.toPlace }), pinOf({ path: pair.from, place: pair.fromPlace })];
  const storage = ctx.storage.pinned([from, to]);
  const [source, target] = [from.path, to.path];
  const folder = parentOf(target);
  if (folder === null) throw new AppError("file/protected");
  await createParents(storage, folder);
  if (parentOf(source) === folder || nameOf(source) !== nameOf(target)) {
    await followMoves([await storage.rename(source, target)], ctx);
    return { files: 1 };
  }
  const { signal, onProgress } = step;
  const moved: MovedPair[] = [];
  const onMoved = (pairs: readonly MovedPair[]) => void moved.push(...pairs);
  const outcome = await storage.move(source, folder, { conflict: "fail", signal, onProgress, onMoved });
  await followMoves(moved, ctx);
  return outcome;
}

type Pair = z.output<typeof movedPair>;

function pinOf({ path, place: noted }: { path: string; place: string | null }): Pin {
  return { path: pathOf(path), place: noted };
}

function pathOf(text: string): VirtualPath {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  return path;
}
