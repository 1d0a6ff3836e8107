import type { Ctx } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";
import { onDisks, placeOf } from "./trash-row";

const atOnce = 200;
const state = { isRunning: false };

/** Counts the folders of the trash that nobody has counted yet, one after the other, in the background. No host is asked for it. */
export function countSizes({ db, storage, log }: Pick<Ctx, "db" | "storage" | "log">): void {
  if (state.isRunning) return;
  state.isRunning = true;
  const count = async () => {
    const ids = await db.trash.findMany({
      where: { sizeBytes: null, state: "there", ...onDisks },
      orderBy: { deletedAt: "desc" },
      take: atOnce,
      select: { id: true },
    });
    for (const { id } of ids) {
      if (getApp().stopping.aborted) return;
      // One at a time: their paths may be long.
      const row = await db.trash.findUnique({ where: { id }, select: { path: true, folder: true } });
      if (row === null) continue;
      const size = await storage.trash.measure(placeOf(row), getApp().stopping).catch(() => null);
      // Restored meanwhile, or on a volume that is not there: asked again next time.
      if (size !== null) await db.trash.updateMany({ where: { id }, data: { sizeBytes: size.bytes } });
    }
  };
  count()
    .catch((error: unknown) => log.error({ err: error }, "trash could not be counted"))
    .finally(() => {
      state.isRunning = false;
    });
}
