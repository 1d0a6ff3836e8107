import { AppError } from "@/lib/shared/errors";
import { forgetKept } from "@/lib/server/entries/kept/follow-entries";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import { placeOf, trashedPlaceOf, volumeOf, whileTaken, type TrashRow } from "./trash-row";

/** Deletes an entry for good, and then its record. Throws file/not-found while its volume is away, storage/away while its host is, and trash/busy while it is restored: the way through a folder would go on in it outside the trash. */
export async function purgeRow(
  row: TrashRow,
  { db, log, storage }: Pick<Ctx, "db" | "log" | "storage">,
  step: Pick<StepContext, "signal"> & Partial<StepContext>,
): Promise<StepOutcome> {
  const place = placeOf(row);
  if ((await storage.trash.find(place)) === "away")
    throw new AppError(volumeOf(row) === "" ? "file/not-found" : "storage/away");
  // Half of it may go before the server is killed: it is not offered any more, and the next start goes on.
  return whileTaken(row.id, { db, from: ["there", "purging"], to: "purging" }, async () => {
    const { signal, onProgress } = step;
    const outcome = await storage.trash.purge(place, { signal, ...(onProgress ? { onProgress } : {}) });
    if (outcome.failureCount === 0) {
      await db.trash.deleteMany({ where: { id: row.id } });
      await forgetKept([trashedPlaceOf(row)], { db, log });
    } else {
      // What is left of it can be restored, or deleted again once nothing holds it.
      await db.trash.updateMany({ where: { id: row.id }, data: { state: "there" } });
    }
    return outcome;
  });
}
