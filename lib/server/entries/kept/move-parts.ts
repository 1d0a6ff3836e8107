import { z } from "zod";
import { encodePath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Placed } from "@/lib/server/storage/placed";
import { commonPlace } from "@/lib/server/storage/common-place";

/** More than all that is on its way at any time. */
const mostRows = 10_000;
const keptSchema = z.looseObject({ place: z.string() });

type Parts = Pick<Ctx, "db" | "log">;

/**
 * Notes where the unfinished parts of uploads and downloads are that lie in folders that have moved: else nobody would find them when their time is over, and they
 * are in no listing. Never rejects.
 */
export async function moveParts(placed: readonly Placed[], { db, log }: Parts): Promise<void> {
  // Of a folder that is merged into another, or made anew, the parts stay.
  const moved = placed.filter(({ folder }) => folder === undefined);
  if (moved.length === 0) return;
  try {
    await moveUploads(moved, db);
    await moveFetches(moved, db);
  } catch (error) {
    log.error({ err: error }, "what had arrived of uploads could not be noted in its new place");
  }
}

async function moveUploads(moved: readonly Placed[], db: Ctx["db"]): Promise<void> {
  const ends = moved.map(({ fromPlace, toPlace }) => ({
    fromPlace: encodePath(fromPlace),
    toPlace: encodePath(toPlace),
  }));
  const startsWith = commonPlace(ends.map(({ fromPlace }) => fromPlace));
  const rows = await db.upload.findMany({
    where: { place: { startsWith } },
    select: { id: true, place: true, madeFolders: true },
    take: mostRows,
  });
  for (const { id, place, madeFolders } of rows) {
    const found = above(place, ends);
    if (found === undefined) continue;
    // Those that are above it now were not made for it.
    const own = place.slice(found.fromPlace.length).split("/").length - 1;
    const data = { place: placeAfter(place, found), madeFolders: Math.min(madeFolders, own) };
    await db.upload.updateMany({ where: { id, place }, data });
  }
}

async function moveFetches(moved: readonly Placed[], db: Ctx["db"]): Promise<void> {
  const rows = await db.remoteFetch.findMany({ where: { kept: { not: null } }, take: mostRows });
  for (const { taskId, kept } of rows) {
    if (kept === null) continue;
    const known = keptSchema.parse(JSON.parse(kept));
    const found = above(known.place, moved);
    if (found === undefined) continue;
    const data = { kept: JSON.stringify({ ...known, place: placeAfter(known.place, found) }) };
    await db.remoteFetch.updateMany({ where: { taskId, kept }, data });
  }
}

type Ends = Pick<Placed, "fromPlace" | "toPlace">;

function above(place: string, moved: readonly Ends[]): Ends | undefined {
  return moved.find(({ fromPlace }) => place.startsWith(`${fromPlace}/`));
}

const placeAfter = (place: string, { fromPlace, toPlace }: Ends): string => toPlace + place.slice(fromPlace.length);
