import { z } from "zod";
import { chunked } from "@/lib/shared/chunked";
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
import { isAnother, isChanged } from "./noted-files";

/** As many as go to the trash at once. */
const perStep = 100;

/** What was in the way and lies in the trash. */
const replacedIds = z.array(z.string()).default([]);

/** Notes of versions before this one had no places, and did not say what was there. */
const place = z.string().nullable().default(null);
const noted = { id: z.string().nullable().default(null), stamp: z.string().nullable().default(null) };
const movedPair = z.object({ from: z.string(), to: z.string(), fromPlace: place, toPlace: place, ...noted });
const madeEntry = z.union([
  z.string().transform((path) => ({ path, place: null, id: null, stamp: null })),
  z.object({ path: z.string(), place, ...noted }),
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

/** What was made, a new folder as one, goes to the trash; a file that somebody has changed since stays. */
const copyUndo = defineUndo({
  kind: "copy",
  schema: z.object({ paths: z.array(madeEntry), replaced: replacedIds }),
  async stepsFor({ paths, replaced }, ctx) {
    const pinned = { ...ctx, storage: ctx.storage.pinned(paths.map(pinOf)) };
    const back = chunked(paths, perStep).map((part) => ({
      path: part[0]?.path ?? "",
      run: (step: StepContext) => discardUnchanged(part, pinned, step),
    }));
    return { count: paths.length, back, replaced: await stepsForReplaced(replaced, ctx) };
  },
});

export const fileUndos = [moveUndo, copyUndo];

type Made = z.output<typeof madeEntry>;

async function discardUnchanged(made: readonly Made[], ctx: Ctx, step: StepContext): Promise<StepOutcome> {
  const [same, changed]: [VirtualPath[], VirtualPath[]] = [[], []];
  for (const one of made) {
    const path = pathOf(one.path);
    ((await isChanged(ctx.storage, path, one)) ? changed : same).push(path);
  }
  const [discard] = discardSteps(same, ctx);
  const { files = 0, failures = [], failureCount = 0 } = (await discard?.run(step)) ?? {};
  const stay = changed.map((path) => ({ path, error: "file/changed" }));
  return { files, failures: [...failures, ...stay], failureCount: failureCount + stay.length };
}

async function moveBack(pair: Pair, ctx: Ctx, step: StepContext): Promise<StepOutcome> {
  const [from, to] = [pinOf({ path: pair.to, place: pair.toPlace }), pinOf({ path: pair.from, place: pair.fromPlace })];
  const storage = ctx.storage.pinned([from, to]);
  const [source, target] = [from.path, to.path];
  const folder = parentOf(target);
  if (folder === null) throw new AppError("file/protected");
  // Another one that has its name since was never there.
  if (await isAnother(storage, source, pair)) throw new AppError("file/changed");
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
