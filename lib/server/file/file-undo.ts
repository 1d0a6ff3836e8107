import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { nameOf, parentOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { createParents } from "@/lib/server/entries/create-parents";
import { defineUndo } from "@/lib/server/group/define-undo";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { MovedPair } from "@/lib/server/storage/storage";
import { discardSteps } from "@/lib/server/trash/discard-entries";
import { moveVersions } from "@/lib/server/trash/move-versions";
import { stepsForReplaced } from "@/lib/server/trash/trash-undo";

/** What was in the way and lies in the trash. */
const replacedIds = z.array(z.string()).default([]);

/** What really moved, or was renamed, goes back: what moved last first, for a folder was emptied before it went. */
const moveUndo = defineUndo({
  kind: "move",
  schema: z.object({ pairs: z.array(z.object({ from: z.string(), to: z.string() })), replaced: replacedIds }),
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
  schema: z.object({ paths: z.array(z.string()), replaced: replacedIds }),
  async stepsFor({ paths: texts, replaced }, ctx) {
    const paths = texts.map(pathOf);
    return { count: paths.length, back: discardSteps(paths, ctx), replaced: await stepsForReplaced(replaced, ctx) };
  },
});

export const fileUndos = [moveUndo, copyUndo];

async function moveBack({ from, to }: MovedPair, ctx: Ctx, step: StepContext): Promise<StepOutcome> {
  const { storage } = ctx;
  const [source, target] = [pathOf(to), pathOf(from)];
  const folder = parentOf(target);
  if (folder === null) throw new AppError("file/protected");
  await createParents(storage, folder);
  if (parentOf(source) === folder || nameOf(source) !== nameOf(target)) {
    await storage.rename(source, target);
    await moveVersions([{ from: source, to: target }], ctx);
    return { files: 1 };
  }
  const { signal, onProgress } = step;
  const outcome = await storage.move(source, folder, { conflict: "fail", signal, onProgress });
  if (outcome.failureCount === 0) await moveVersions([{ from: source, to: target }], ctx);
  return outcome;
}

function pathOf(text: string): VirtualPath {
  const path = parseVirtualPath(text);
  if (path === null) throw new AppError("file/not-found");
  return path;
}
