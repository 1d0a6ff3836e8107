import { randomId } from "@/lib/shared/units";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { TreeOptions } from "@/lib/server/storage/storage";
import type { FileChange, ReplacedTrash } from "@/lib/server/storage/trash-storage";
import { followFile } from "./follow-file";
import { countSizes } from "./count-sizes";
import { beginWork, endWork, settleRow, toTrashRow, type TrashRow } from "./trash-row";
import { trashSetting } from "./trash-setting";

export type KeptReplaced = {
  /** Does a part of the work with the options that keep what it replaces; none where nothing is kept. */
  during<T>(work: (options: Pick<TreeOptions, "replaced">) => Promise<T>): Promise<T>;
  /** Of what came into the trash. */
  readonly ids: readonly string[];
};

/** Keeps what one task replaces in the trash of whoever does it. `isSave`: what comes is the same file, written anew. */
export function keepReplaced(ctx: Ctx, { isSave = false } = {}): KeptReplaced {
  return keepIn(ctx, { isOn: () => trashSetting.get().on, isVersion: false, isSave });
}

type Keeping = Pick<ReplacedTrash, "isWanted"> & {
  isOn: () => boolean;
  isVersion: boolean;
  isSave: boolean;
  /** Told what has come into the trash. */
  onKept?: (rows: readonly TrashRow[]) => Promise<void>;
};

export function keepIn(ctx: Ctx, { isOn, isVersion, isSave, onKept, ...asked }: Keeping): KeptReplaced {
  const ids: string[] = [];
  return {
    ids,
    async during(work) {
      if (!isOn()) return work({});
      const rows: TrashRow[] = [];
      try {
        return await work({
          replaced: {
            ...asked,
            ...(isSave ? { onReplaced: (change: FileChange) => followFile(change, ctx, rows) } : {}),
            ownerId: userIdOf(ctx.actor),
            newId: randomId,
            async record(one) {
              const row = toTrashRow({ ...one, actor: ctx.actor, deletedAt: new Date(), isVersion });
              beginWork(row.id);
              rows.push(row);
              // First: whoever kills the server in between loses nothing.
              await ctx.db.trash.create({ data: row });
            },
          },
        });
      } finally {
        await settle(rows).finally(() => rows.forEach(({ id }) => endWork(id)));
      }
    },
  };

  async function settle(rows: readonly TrashRow[]): Promise<void> {
    const kept: TrashRow[] = [];
    try {
      for (const row of rows) if (await settleRow(row, ctx)) kept.push(row);
      ids.push(...kept.map(({ id }) => id));
      if (rows.some(({ kind }) => kind === "folder")) countSizes(ctx);
      await onKept?.(kept);
    } catch (error) {
      // What was written is written; the next start settles the rest.
      if (asked.isWanted === undefined) throw error;
      ctx.log.error({ err: error }, "an earlier version could not be settled");
    }
  }
}
