import type { Task } from "@/lib/contracts/task";
import { stampOf } from "@/lib/server/storage/noted";
import type { Keeping } from "@/lib/server/storage/keeping";
import type { WriteResult } from "@/lib/server/storage/storage";
import { keepReplaced, type Keeper } from "@/lib/server/trash/keep-replaced";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { recordUndo } from "@/lib/server/undo/record-undo";

export type Overwriting = <T extends WriteResult>(work: (keeping: Keeping) => Promise<T>) => Promise<T>;

export type KeptFetched = {
  /** Does `work`, which gives a download its name, with what keeps the file that has it by then. */
  overwriting: Overwriting;
  /** Of what came into the trash. */
  readonly ids: readonly string[];
  /** Makes one thing to undo of it, under the id of the task. */
  end: (taskId: string) => Promise<Task["facts"]>;
};

/** Keeps what a download replaces as what an upload does (keep-overwritten.ts): in the trash where a person asked for it, as a version where a token did. */
export function keepFetched(ctx: Keeper): KeptFetched {
  const { actor } = ctx;
  const isPersons = actor.tokenId === null;
  const kept = isPersons ? keepReplaced(ctx, { isSave: true }) : keepVersions(ctx);
  let stamp: string | null = null;
  return {
    ids: kept.ids,
    async overwriting(work) {
      const done = await kept.during(work);
      stamp = stampOf({ kind: "file", etag: done.etag });
      return done;
    },
    async end(id) {
      // What came goes to the trash in an undo, which takes the right to delete.
      const mayUndo = isPersons && kept.ids.length > 0 && actor.permissions.has("filecat_file_delete_cut_rename");
      const files = kept.ids.map((one) => ({ id: one, stamp }));
      return { undoable: mayUndo && (await recordUndo(ctx, { id, what: { kind: "upload", files } })) };
    },
  };
}
