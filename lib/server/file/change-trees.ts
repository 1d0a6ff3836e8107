import type { fileContract } from "@/lib/contracts/file";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import type { TreeConflict } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";

type Transfer = { files: VirtualPath[]; to: VirtualPath; conflict: TreeConflict };

export const copyEntries: Service<typeof fileContract.copy> = (input, ctx) => transfer("copy", input, ctx);

export const moveEntries: Service<typeof fileContract.cut> = (input, ctx) => transfer("move", input, ctx);

async function transfer(kind: "copy" | "move", { files, to, conflict }: Transfer, ctx: Ctx) {
  // Fails at once for a target that is not there, instead of as a task that fails.
  await ctx.storage.stat(to);
  return startTask(ctx, {
    kind,
    title: titleOf(files),
    input: { files, to, conflict },
    steps: files.map((path) => ({
      path,
      run: (options) => ctx.storage[kind](path, to, { conflict, ...options }),
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

export const removeEntry: Service<typeof fileContract.remove> = ({ path }, ctx) => remove([path], ctx);

export const removeEntries: Service<typeof fileContract.removeMany> = ({ files }, ctx) => remove(files, ctx);

async function remove(files: VirtualPath[], ctx: Ctx) {
  const [only] = files;
  if (files.length === 1 && only !== undefined) await ctx.storage.entry(only);
  return startTask(ctx, {
    kind: "delete",
    title: titleOf(files),
    input: { files },
    steps: files.map((path) => ({
      path,
      run: (options) => ctx.storage.remove(path, options),
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

function titleOf([first]: VirtualPath[]): string {
  return first === undefined ? "" : nameOf(first);
}
