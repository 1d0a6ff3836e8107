import { trashEntry, type trashContract } from "@/lib/contracts/trash";
import { isAppError } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import { userIdOf } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { findRows, readEach } from "@/lib/server/runtime/read-rows";
import { settleLeftSoon } from "./settle-left";
import { sumTrash } from "./sum-trash";
import { mayReach, originOf, ownedTrash, pathFor } from "./trash-row";
import { trashSetting } from "./trash-setting";

export const listTrash: Service<typeof trashContract.listTrash> = async ({ all, after, limit }, ctx) => {
  const { db, actor } = ctx;
  await settleLeftSoon(userIdOf(actor), ctx);
  const where = { ...ownedTrash(actor, all), state: "there" };
  const [{ rows, unreadable, found }, sums] = await Promise.all([
    findRows("trash", limit + 1, ({ skip = 0, ...page }) =>
      db.trash.findMany({
        where,
        orderBy: [{ deletedAt: "desc" }, { id: "asc" }],
        ...page,
        ...(after === undefined ? { skip } : { cursor: { id: after }, skip: skip + 1 }),
      }),
    ),
    sumTrash(where, ctx),
  ]);
  const page = rows.slice(0, limit);
  const entries = await readEach("trash", page, async (row) =>
    (await mayReach(row, ctx.storage))
      ? [
          {
            id: row.id,
            name: nameOf(originOf(row)),
            path: pathFor(row, ctx),
            kind: trashEntry.shape.kind.parse(row.kind),
            size: row.sizeBytes,
            version: row.versionOf !== null,
            deleted_at: row.deletedAt.getTime(),
            owner: row.ownerName,
          },
        ]
      : [],
  );
  return {
    entries: entries.rows.flat(),
    unreadable: unreadable + entries.unreadable,
    next: found > limit ? (page.at(-1)?.id ?? null) : null,
    ...sums,
  };
};

export const offerTrash: Service<typeof trashContract.offerTrash> = async ({ path }, { storage }) => {
  const { on, days } = trashSetting.get();
  if (!on) return { state: "off", days };
  try {
    await storage.trash.assertPossible(path);
    return { state: "on", days };
  } catch (error) {
    if (isAppError(error) && error.key === "trash/unavailable") return { state: "unavailable", days };
    throw error;
  }
};
