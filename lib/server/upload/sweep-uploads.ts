import type { Db } from "@/lib/server/db/open-db";
import { sweepPart } from "@/lib/server/storage/places";
import { placeOf } from "./upload-rows";

const perRound = 500;

/** Removes uploads whose time is over, with what had arrived of them. Gives how many. */
export async function sweepUploads(db: Db, now = new Date()): Promise<number> {
  const rows = await db.upload.findMany({ where: { expiresAt: { lt: now } }, take: perRound });
  let removed = 0;
  for (const row of rows) {
    // A disk that does not answer now is asked again in an hour.
    if (row.state !== "done" && !(await sweepPart(placeOf(row)))) continue;
    await db.upload.deleteMany({ where: { id: row.id } });
    removed++;
  }
  return removed;
}
