import type { fileContract } from "@/lib/contracts/file";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import type { MovedPair, TreeConflict } from "@/lib/server/storage/storage";
import { askClash } from "@/lib/server/task/ask-clash";
import { startTask } from "@/lib/server/task/start-task";
import { discardEntries } from "@/lib/server/trash/discard-entries";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { trashSetting } from "@/lib/server/trash/trash-setting";

const maxUndone = 20_000;

type Transfer = { files: VirtualPath[]; to: VirtualPath; conflict: TreeConflict };

export const copyEntries: Service<typeof fileContract.copy> = (input, ctx) => transfer("copy", input, ctx);

export const moveEntries: Service<typeof fileContract.cut> = (input, ctx) => transfer("move", input, ctx);

async function transfer(kind: "copy" | "move", { files, to, conflict }: Transfer, ctx: Ctx) {
  // Fails at once for a target that is not there, instead of as a task that fails.
  await ctx.storage.stat(to);
  const pairs: MovedPair[] = [];
  const onMoved = (moved: readonly MovedPair[]) => void pairs.push(...moved);
  return startTask(ctx, {
    kind,
    title: titleOf(files),
    input: { files, to, conflict },
    onEnd: ({ id }) => recordUndo(ctx, { id, what: { kind: "move", pairs: pairs.slice(0, maxUndone) } }),
    steps: files.map((path) => ({
      path,
      run: (step) => {
        const { signal, onProgress } = step;
        const options = { conflict, signal, onProgress, onMoved, onClash: askClash(step) };
        return ctx.storage[kind](path, to, options);
      },
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

export const removeEntry: Service<typeof fileContract.remove> = ({ path, permanent }, ctx) =>
  discardOrRemove([path], permanent, ctx);

export const removeEntries: Service<typeof fileContract.removeMany> = ({ files, permanent }, ctx) =>
  discardOrRemove(files, permanent, ctx);

function discardOrRemove(files: VirtualPath[], permanent: boolean, ctx: Ctx) {
  return permanent || !trashSetting().on ? remove(files, ctx) : discardEntries(files, ctx);
}

async function remove(files: VirtualPath[], ctx: Ctx) {
  const [only] = files;
  if (files.length === 1 && only !== undefined) await ctx.storage.entry(only);
  return startTask(ctx, {
    kind: "delete",
    title: titleOf(files),
    input: { files },
    steps: files.map((path) => ({
      path,
      run: ({ signal, onProgress }) => ctx.storage.remove(path, { signal, onProgress }),
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

function titleOf([first]: VirtualPath[]): string {
  return first === undefined ? "" : nameOf(first);
}
