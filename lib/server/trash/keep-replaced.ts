import { randomId } from "@/lib/shared/units";
import { userIdOf, type Ctx } from "@/lib/server/ctx";
import type { TreeOptions } from "@/lib/server/storage/storage";
import { countSizes } from "./count-sizes";
import { settleRow, toTrashRow, type TrashRow } from "./trash-row";
import { trashSetting } from "./trash-setting";

export type KeptReplaced = {
  /** Does a part of the work with the options that keep what it replaces; none where the trash is off. */
  during<T>(work: (options: Pick<TreeOptions, "replaced">) => Promise<T>): Promise<T>;
  /** Of what came into the trash. */
  readonly ids: readonly string[];
};

/** Keeps what one task replaces in the trash of whoever does it. */
export function keepReplaced(ctx: Ctx): KeptReplaced {
  const ids: string[] = [];
  return {
    ids,
    async during(work) {
      if (!trashSetting().on) return work({});
      const rows: TrashRow[] = [];
      try {
        return await work({
          replaced: {
            ownerId: userIdOf(ctx.actor),
            newId: randomId,
            async record(one) {
              const row = toTrashRow({ ...one, actor: ctx.actor, deletedAt: new Date() });
              // First: whoever kills the server in between loses nothing.
              await ctx.db.trash.create({ data: row });
              rows.push(row);
            },
          },
        });
      } finally {
        for (const row of rows) if (await settleRow(row, ctx)) ids.push(row.id);
        if (rows.some(({ kind }) => kind === "folder")) countSizes(ctx);
      }
    },
  };
}
