import type { fileContract } from "@/lib/contracts/file";
import { nameOf, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { findKeptPlace, forgetKept } from "@/lib/server/entries/kept/follow-entries";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import type { MadeEntry, MovedPair, TreeConflict, TreeOptions } from "@/lib/server/storage/storage";
import { askClash } from "@/lib/server/task/ask-clash";
import { startTask } from "@/lib/server/task/start-task";
import { discardEntries } from "@/lib/server/trash/discard-entries";
import { keepReplaced } from "@/lib/server/trash/keep-replaced";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { noteFiles } from "./noted-files";
import { trashSetting } from "@/lib/server/trash/trash-setting";
import { followMoves } from "./follow-moves";

const maxUndone = 20_000;

type Transfer = {
  files: VirtualPath[];
  to: VirtualPath;
  conflict: TreeConflict;
  each?: Readonly<Record<string, TreeConflict>> | undefined;
};

export const copyEntries: Service<typeof fileContract.copy> = (input, ctx) => transfer("copy", input, ctx);

export const moveEntries: Service<typeof fileContract.cut> = (input, ctx) => transfer("move", input, ctx);

async function transfer(kind: "copy" | "move", { files, to, conflict, each = {} }: Transfer, ctx: Ctx) {
  // Fails at once for a target that is not there, instead of as a task that fails.
  await ctx.storage.stat(to);
  const done = kind === "move" ? noteMoved() : noteCopied(ctx);
  const kept = keepReplaced(ctx);
  return startTask(ctx, {
    kind,
    title: titleOf(files),
    input: { files, to, conflict, each: { ...each } },
    onEnd: async ({ id }) => {
      const what = done.what([...kept.ids]);
      if (what?.kind === "move") await followMoves(what.pairs, ctx);
      const amount = what?.kind === "move" ? what.pairs.length : (what?.paths.length ?? 0);
      if (what !== null) await recordUndo(ctx, { id, amount, what: await withFiles(what, ctx) });
    },
    steps: files.map((path) => ({
      path,
      async run(step) {
        const { signal, onProgress } = step;
        const own = Object.hasOwn(each, path) ? each[path] : undefined;
        const options = { conflict: own ?? conflict, signal, onProgress, onClash: askClash(step), ...done.options };
        const outcome = await kept.during((keeping) => ctx.storage[kind](path, to, { ...options, ...keeping }));
        return done.what([]) === null ? { ...outcome, facts: { undoable: false } } : outcome;
      },
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

/** What undo needs to know, as its kinds store it. */
type Undoable =
  | { kind: "move"; pairs: MovedPair[]; replaced: string[] }
  | { kind: "copy"; paths: MadeEntry[]; replaced: string[] };

/** With what is there now: another one that has the name later is not undone. */
async function withFiles(what: Undoable, { storage }: Pick<Ctx, "storage">) {
  const known = async <T>(all: readonly T[], pathsOf: (one: T) => string) => {
    const paths = all.map((one) => parseVirtualPath(pathsOf(one)));
    const noted = await noteFiles(
      storage,
      paths.filter((path) => path !== null),
    );
    return paths.every((path) => path !== null) ? all.map((one, index) => ({ ...one, ...noted[index] })) : [...all];
  };
  return what.kind === "move"
    ? { ...what, pairs: await known(what.pairs, ({ to }) => to) }
    : { ...what, paths: await known(what.paths, ({ path }) => path) };
}

/** `what`: null where it cannot be undone as a whole. */
type Done = { options: Pick<TreeOptions, "onMoved" | "onCopied">; what: (replaced: string[]) => Undoable | null };

function noteMoved(): Done {
  const pairs: MovedPair[] = [];
  return {
    options: { onMoved: (moved) => void pairs.push(...moved.slice(0, maxUndone - pairs.length)) },
    what: (replaced) => ({ kind: "move", pairs, replaced }),
  };
}

function noteCopied({ actor }: Pick<Ctx, "actor">): Done {
  const paths: MadeEntry[] = [];
  // Copies that are undone go to the trash: where that is off they would be gone for good. And it takes the right to delete.
  let isUndoable = trashSetting.get().on && actor.permissions.has("filecat_file_delete_cut_rename");
  return {
    options: {
      onCopied(copied) {
        if (copied === null || paths.length + copied.length > maxUndone) isUndoable = false;
        else paths.push(...copied);
      },
    },
    what: (replaced) => (isUndoable ? { kind: "copy", paths, replaced } : null),
  };
}

export const removeEntry: Service<typeof fileContract.remove> = ({ path, permanent }, ctx) =>
  discardOrRemove([path], permanent, ctx);

export const removeEntries: Service<typeof fileContract.removeMany> = ({ files, permanent }, ctx) =>
  discardOrRemove(files, permanent, ctx);

function discardOrRemove(files: VirtualPath[], permanent: boolean, ctx: Ctx) {
  return permanent || !trashSetting.get().on ? remove(files, ctx) : discardEntries(files, ctx);
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
      async run({ signal, onProgress }) {
        const place = await findKeptPlace(path, ctx);
        const outcome = await ctx.storage.remove(path, { signal, onProgress });
        if (place !== null && outcome.failureCount === 0) await forgetKept([place], ctx);
        return outcome;
      },
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

function titleOf([first]: VirtualPath[]): string {
  return first === undefined ? "" : nameOf(first);
}
