import { AppError } from "@/lib/shared/errors";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { StepContext, StepOutcome } from "@/lib/server/group/task-step";
import { placeOf, setState, volumeOf, type TrashRow } from "./trash-row";

/** Deletes an entry for good, and then its record. Throws file/not-found while its volume is away, storage/away while its host is. */
export async function purgeRow(
  row: TrashRow,
  { db, storage }: Pick<Ctx, "db" | "storage">,
  step: Pick<StepContext, "signal"> & Partial<StepContext>,
): Promise<StepOutcome> {
  const place = placeOf(row);
  if ((await storage.trash.find(place)) === "away")
    throw new AppError(volumeOf(row) === "" ? "file/not-found" : "storage/away");
  // Half of it may go before the server is killed: it is not offered any more, and the next start goes on.
  await setState(db, [row.id], "purging");
  const { signal, onProgress } = step;
  const outcome = await storage.trash.purge(place, { signal, ...(onProgress ? { onProgress } : {}) });
  if (outcome.failureCount === 0) await db.trash.deleteMany({ where: { id: row.id } });
  return outcome;
}
