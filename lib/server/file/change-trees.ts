import type { fileContract } from "@/lib/contracts/file";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { findKeptPlace, forgetKept, type Left } from "@/lib/server/entries/kept/follow-entries";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { maxSetBytes } from "@/lib/server/storage/note-set";
import { createNotePages } from "@/lib/server/storage/note-pages";
import { addKept } from "@/lib/server/storage/noted-entries";
import type { TreeConflict, TreeOptions } from "@/lib/server/storage/storage";
import { askClash } from "@/lib/server/task/ask-clash";
import { startTask } from "@/lib/server/task/start-task";
import { discardEntries } from "@/lib/server/trash/discard-entries";
import { createFollower } from "@/lib/server/trash/follower";
import { keepReplaced } from "@/lib/server/trash/keep-replaced";
import { packPages } from "@/lib/server/undo/pack-pages";
import { recordUndo } from "@/lib/server/undo/record-undo";
import { trashSetting } from "@/lib/server/trash/trash-setting";
import { followNow } from "@/lib/server/trash/follow-moves";

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
  const follower = createFollower(ctx, async (batch) => {
    await kept.carry(batch);
    await followNow(batch, ctx, done.onLeft);
  });
  return startTask(ctx, {
    kind,
    title: titleOf(files),
    input: { files, to, conflict, each: { ...each } },
    onEnd: async ({ id }) => {
      await follower.end();
      const what = await done.what([...kept.ids]);
      const isRecorded = what !== null && (await recordUndo(ctx, { id, isNothing: isNothing(what), what }));
      return isRecorded ? undefined : { undoable: false };
    },
    steps: files.map((path) => ({
      path,
      async run(step) {
        const { signal, onProgress } = step;
        const own = Object.hasOwn(each, path) ? each[path] : undefined;
        const options = {
          conflict: own ?? conflict,
          signal,
          onProgress,
          onClash: askClash(step),
          ...done.options,
          onPlaced: follower.onPlaced,
        };
        const outcome = await kept.during((keeping) =>
          follower.during(() => ctx.storage[kind](path, to, { ...options, ...keeping })),
        );
        return !done.isUndoable() ? { ...outcome, facts: { undoable: false } } : outcome;
      },
      measure: (signal) => ctx.storage.measure(path, signal),
    })),
  });
}

/** What undo needs to know, as its kinds store it. */
type Undoable = { kind: "move" | "copy"; count: number; pages: string[]; below?: string; replaced: string[] };

/** `what`: null where it cannot be undone as a whole. */
type Done = {
  options: Pick<TreeOptions, "onMoved" | "onCopied">;
  onLeft?: (left: Left) => void;
  isUndoable: () => boolean;
  what: (replaced: string[]) => Promise<Undoable | null>;
};

/** A merge may have moved nothing and removed empty folders, which come back. */
const isNothing = ({ pages, replaced }: Undoable) => pages.length === 0 && replaced.length === 0;

function noteMoved(): Done {
  const notes = createNotePages();
  return {
    options: { onMoved: (moved) => notes.append(moved) },
    onLeft: (left) => addKept(notes, left),
    isUndoable: () => !notes.isTooMany(),
    async what(replaced) {
      const moved = notes.end();
      return moved && { kind: "move", count: moved.count, pages: await packPages(moved.pages), replaced };
    },
  };
}

function noteCopied({ actor }: Pick<Ctx, "actor">): Done {
  const notes = createNotePages();
  const below: Uint8Array[] = [];
  let belowBytes = 0;
  // Copies that are undone go to the trash: where that is off they would be gone for good. And it takes the right to delete.
  const mayUndo = trashSetting.get().on && actor.permissions.has("filecat_file_delete_cut_rename");
  const isUndoable = () => mayUndo && belowBytes <= maxSetBytes && !notes.isTooMany();
  return {
    options: {
      onCopied(copied, digests) {
        belowBytes += digests.byteLength;
        notes.append(isUndoable() ? copied : null);
        if (isUndoable()) below.push(digests);
        else below.length = 0;
      },
    },
    isUndoable,
    async what(replaced) {
      const made = isUndoable() ? notes.end() : null;
      if (made === null) return null;
      const digests = Buffer.concat(below).toString("base64");
      return { kind: "copy", count: made.count, pages: await packPages(made.pages), below: digests, replaced };
    },
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
