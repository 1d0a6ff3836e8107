import { encodePath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { nextSlice } from "@/lib/server/base/next-slice";
import { tellSharesChanged } from "./shared-names";
import type { Placed } from "@/lib/server/storage/placed";

type Parts = Pick<Ctx, "db" | "log">;

/** SQLite writes each row and its index anew, and nobody else is answered meanwhile. */
const maxRows = 200;

/** Lets shares follow what was moved or renamed, with what is below it. For whoever has the turn of these places. Never rejects: the entries are where they are. */
export function moveShares(placed: readonly Placed[], parts: Parts): Promise<void> {
  return whereShared(parts, async () => {
    let rows = 0;
    for (const one of placed) rows += await move(one, parts.db);
    return rows;
  });
}

/**
 * Of what is gone from these places for good, where its disk cannot tell one from another: nothing that gets such a name later is shared. For whoever has their
 * turn. Never rejects.
 */
export function loseShares(places: readonly string[], parts: Parts): Promise<void> {
  return whereShared(parts, async () => {
    let rows = 0;
    for (const place of places) {
      const at = encodePath(place);
      rows += await parts.db
        .$executeRaw`UPDATE "ShareEntry" SET "place" = '' WHERE "place" = ${at} AND "fileId" IS NULL`;
      rows += await eachPage(
        () => parts.db.$executeRaw`UPDATE "ShareEntry" SET "place" = '' WHERE rowid IN
          (SELECT rowid FROM "ShareEntry" WHERE "place" > ${`${at}/`} AND "place" < ${`${at}0`}
            AND "fileId" IS NULL LIMIT ${maxRows})`,
      );
    }
    return rows;
  });
}

/**
 * A save makes another file on the disk, which is what was shared. `was`: which files it was known as. For whoever has the turn of the place. Never rejects.
 */
export function keepShared(
  { place, was, is }: { place: string; was: readonly string[]; is: string | null },
  parts: Parts,
): Promise<void> {
  if (was.length === 0) return Promise.resolve();
  return whereShared(parts, async () => {
    const { count } = await parts.db.shareEntry.updateMany({
      where: { place: encodePath(place), fileId: { in: [...was] } },
      data: { fileId: is },
    });
    return count;
  });
}

/** Which files are shared at a place. */
export async function sharedAt(place: string, { db }: Pick<Ctx, "db">): Promise<string[]> {
  const rows = await db.shareEntry.findMany({ where: { place: encodePath(place) }, select: { fileId: true } });
  return rows.flatMap(({ fileId }) => fileId ?? []);
}

export async function isAnyShared({ db }: Pick<Ctx, "db">): Promise<boolean> {
  return (await db.shareEntry.findFirst({ select: { position: true } })) !== null;
}

/** Gives how many rows are different now. */
async function move({ fromPlace, toPlace, id = null, becomes, folder }: Placed, db: Ctx["db"]): Promise<number> {
  // It is not there any more; what was in it is told of by itself.
  if (folder === "merged") return 0;
  let rows = 0;
  const [from, to] = [encodePath(fromPlace), encodePath(toPlace)];
  if (from !== to)
    // What gave way, where its disk cannot tell one from another.
    rows += await db.$executeRaw`UPDATE "ShareEntry" SET "place" = '' WHERE "place" = ${to} AND "fileId" IS NULL`;
  // Another file or folder took its place there: noted where it is known, else at the next look.
  const isCopy = becomes !== undefined || folder === "made";
  rows += await db.$executeRaw`UPDATE "ShareEntry" SET "place" = ${to},
      "fileId" = CASE WHEN ${isCopy} AND "fileId" IS NOT NULL THEN ${becomes ?? null} ELSE "fileId" END
    WHERE "place" = ${from} AND (${id} IS NULL OR "fileId" IS NULL OR "fileId" = ${id})`;
  // Those of a folder's content are told of by themselves.
  if (folder !== undefined) return rows;
  return (
    rows +
    (await eachPage(
      () => db.$executeRaw`UPDATE "ShareEntry" SET "place" = ${to} || substr("place", length(${from}) + 1)
      WHERE rowid IN
        (SELECT rowid FROM "ShareEntry" WHERE "place" > ${`${from}/`} AND "place" < ${`${from}0`} LIMIT ${maxRows})`,
    ))
  );
}

/** In pages, with others' turns in between. `0` is the sign behind `/`: what lies between the two is below a folder. */
async function eachPage(change: () => Promise<number>): Promise<number> {
  for (let rows = 0; ; await nextSlice()) {
    const changed = await change();
    rows += changed;
    if (changed < maxRows) return rows;
  }
}

async function whereShared(parts: Parts, work: () => Promise<number>): Promise<void> {
  try {
    if ((await isAnyShared(parts)) && (await work()) > 0) tellSharesChanged();
  } catch (error) {
    parts.log.error({ err: error }, "shares could not follow their entries");
  }
}
