import { z } from "zod";
import { defineUndo } from "@/lib/server/group/define-undo";
import type { StepContext, StepOutcome, TaskStep } from "@/lib/server/group/task-step";
import { knownFailure } from "@/lib/server/http/answer";
import { fitPair } from "@/lib/server/base/fit-text";
import { createPace } from "@/lib/server/base/next-slice";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { movedIn, type MovedPair } from "@/lib/server/storage/noted-entries";
import { stepsForReplaced } from "@/lib/server/trash/trash-undo";
import { unpackPage } from "@/lib/server/undo/pack-pages";
import { createTally } from "@/lib/server/undo/tally";
import { createFoldersBack, type FoldersBack } from "./folders-back";
import { moveBack, type Pair } from "./move-back";
import { firstNames } from "./first-names";
import { place, replacedIds, stamp } from "./undo-notes";

const movedPair = z.object({
  from: z.string(),
  to: z.string(),
  fromPlace: place,
  toPlace: place,
  id: z.string().nullable().default(null),
  stamp,
});
const schema = z.union([
  z.object({ pages: z.array(z.string()), count: z.number(), replaced: replacedIds }),
  // A single one, and those of versions before this one.
  z.object({ pairs: z.array(movedPair), replaced: replacedIds }),
]);

/**
 * What really moved, or was renamed, goes back: what moved last first, for a folder was emptied before it went. Folders that were emptied and removed are made again
 * on the way, and those that were made for what moved go in the end.
 */
export const moveUndo = defineUndo({
  kind: "move",
  schema,
  async stepsFor(what, ctx) {
    const replaced = await stepsForReplaced(what.replaced, ctx);
    if ("pairs" in what) {
      const back = what.pairs.toReversed().map((pair) => ({
        path: pair.from,
        run: (step: StepContext) => moveBack(pair, ctx, step),
      }));
      return { count: back.length, back, replaced, names: what.pairs.map(wayBack) };
    }
    const { pages, count } = what;
    const folders = createFoldersBack(ctx);
    const last = pages.at(-1);
    const first = last === undefined ? undefined : firstIn(await unpackPage(last));
    const path = first?.from ?? "";
    const back: TaskStep[] = pages.toReversed().map((page) => ({
      path,
      run: (step) =>
        eachMoved(page, { ctx, step, isReversed: true }, (pair) => bringBack(pair, { ctx, step, folders })),
    }));
    // As they were left: the deepest first.
    const left: TaskStep[] = pages.map((page) => ({
      path,
      run: (step) => eachMoved(page, { ctx, step, isReversed: false }, (pair) => folders.finish(pair)),
    }));
    const names = await firstNames(pages, (page) => namesIn(page));
    return { count, back: [...back, ...left], replaced, names };
  },
});

function firstIn(page: string): MovedPair | undefined {
  for (const pair of movedIn(page, { isReversed: true })) if (pair.kept === undefined) return pair;
  return undefined;
}

function* namesIn(page: string): Generator<string, void> {
  for (const pair of movedIn(page, { isReversed: false })) if (pair.kept === undefined) yield wayBack(pair);
}

/** As it goes: whoever moved it has a line with the other direction. */
const wayBack = ({ from, to }: Pick<MovedPair, "from" | "to">): string => fitPair(to, from);

type Undoing = { ctx: Ctx; step: StepContext };

function bringBack(pair: MovedPair, { ctx, step, folders }: Undoing & { folders: FoldersBack }): Promise<StepOutcome> {
  // When its folder is there again.
  if (pair.kept !== undefined) return Promise.resolve({});
  return pair.folder === undefined ? moveBack(pair satisfies Pair, ctx, step) : folders.remake(pair);
}

type Page = Undoing & { isReversed: boolean };

/** One after the other, with the failures of each. */
async function eachMoved(
  page: string,
  { ctx, step, isReversed }: Page,
  work: (pair: MovedPair) => Promise<StepOutcome>,
) {
  const tally = createTally();
  const pace = createPace();
  for (const pair of movedIn(await unpackPage(page), { isReversed })) {
    if (step.signal.aborted) throw new AppError("request/cancelled");
    try {
      tally.add(await work(pair));
    } catch (error) {
      if (step.signal.aborted) throw error;
      if (!isAppError(error)) ctx.log.error({ err: error }, "undo of a move failed");
      tally.fail(pair.from, knownFailure(error).key);
    }
    if (pair.kept === undefined)
      step.onProgress({ files: tally.sums.files, bytes: tally.sums.bytes, current: pair.from });
    await pace();
  }
  return tally.outcome();
}
