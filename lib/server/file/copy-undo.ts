import { z } from "zod";
import { chunked } from "@/lib/shared/chunked";
import { defineUndo } from "@/lib/server/group/define-undo";
import type { StepContext } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { madeIn } from "@/lib/server/storage/noted-entries";
import { readNoteSet } from "@/lib/server/storage/note-set";
import { discardMade } from "@/lib/server/trash/discard-made";
import { stepsForReplaced } from "@/lib/server/trash/trash-undo";
import { unpackPage } from "@/lib/server/undo/pack-pages";
import { createTally } from "@/lib/server/undo/tally";
import { firstNames } from "./first-names";
import { notedPath, place, replacedIds, stamp } from "./undo-notes";

/** As many as go to the trash at once. */
const perStep = 100;

const madeEntry = z.union([
  z.string().transform((path) => ({ path, place: null, stamp: null })),
  z.object({ path: z.string(), place, stamp }),
]);
type Made = z.output<typeof madeEntry>;

const below = z.string().default("");
const schema = z.union([
  z.object({ pages: z.array(z.string()), count: z.number(), below, replaced: replacedIds }),
  // Of versions before this one.
  z.object({ paths: z.array(madeEntry), below, replaced: replacedIds }),
]);

/** What was made, a new folder as one, goes to the trash; what somebody has changed since, or put into such a folder, stays. */
export const copyUndo = defineUndo({
  kind: "copy",
  schema,
  async stepsFor(what, ctx) {
    const known = await readNoteSet(Buffer.from(what.below, "base64"));
    const replaced = await stepsForReplaced(what.replaced, ctx);
    const stepOf = (path: string, read: () => Promise<Iterable<Made>>) => ({
      path,
      run: async (step: StepContext) => discard(await read(), { ctx, step, below: known }),
    });
    if ("paths" in what) {
      const back = chunked(what.paths, perStep).map((part) => stepOf(part[0]?.path ?? "", async () => part));
      return { count: what.paths.length, back, replaced, names: what.paths.map(({ path }) => path) };
    }
    const first = what.pages[0] === undefined ? undefined : madeIn(await unpackPage(what.pages[0])).next().value;
    const back = what.pages.map((page) => stepOf(first?.path ?? "", async () => madeIn(await unpackPage(page))));
    const names = await firstNames(what.pages, function* (page) {
      for (const { path } of madeIn(page)) yield path;
    });
    return { count: what.count, back, replaced, names };
  },
});

type Discarding = { ctx: Ctx; step: StepContext; below: Awaited<ReturnType<typeof readNoteSet>> };

async function discard(made: Iterable<Made>, { ctx, step, below: known }: Discarding) {
  const tally = createTally();
  for (const part of partsOf(made)) {
    if (step.signal.aborted) break;
    const pins = part.map(notedPath);
    const pinned = { ...ctx, storage: ctx.storage.pinned(pins) };
    const entries = part.map((one, index) => ({ path: pins[index]?.path ?? notedPath(one).path, stamp: one.stamp }));
    const { files, bytes } = tally.sums;
    const onProgress: StepContext["onProgress"] = (now) =>
      step.onProgress({ ...now, files: files + now.files, bytes: bytes + now.bytes });
    tally.add((await discardMade(entries, { ctx: pinned, step: { ...step, onProgress }, below: known })).outcome);
  }
  return tally.outcome();
}

/** One part of them at a time: their paths may be long. */
function* partsOf(made: Iterable<Made>): Generator<Made[], void> {
  let part: Made[] = [];
  for (const one of made) {
    part.push(one);
    if (part.length < perStep) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
