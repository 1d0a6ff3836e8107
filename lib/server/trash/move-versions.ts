import { encodePath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { commonPlace } from "@/lib/server/storage/common-place";
import { mayBeAt, mostKept } from "@/lib/server/entries/kept/may-be-at";
import { nextSlice } from "@/lib/server/base/next-slice";
import type { Placed } from "@/lib/server/storage/placed";

type Parts = Pick<Ctx, "db" | "log">;

/** What has moved, and the number of the last row of the trash when that was told: versions that are kept later at the old places are a new file's. */
export type Batch = { placed: readonly Placed[]; newest: Promise<bigint> };

/** Asked at once. A failure is that of whoever needs it. */
export function newestVersion({ db }: Pick<Parts, "db">): Promise<bigint> {
  const found = db.$queryRaw<{ id: bigint | null }[]>`SELECT MAX(rowid) AS "id" FROM "Trash"`.then(
    ([row]) => row?.id ?? 0n,
  );
  found.catch(() => {});
  return found;
}

/**
 * Lets earlier versions follow what was moved or renamed, folders with everything below them, by the places that these had then: what has the names now may be somebody else's. Into the trash
 * and out of it, too: at a place are those of what is there. For whoever has the turn of these places. Never rejects: the entries are where they are.
 * A tree that is merged into another one comes file by file: where few below it have versions, none is looked for one by one.
 */
export async function moveVersions({ placed, newest }: Batch, { db, log }: Parts): Promise<void> {
  try {
    // Those of a folder's content are told of by themselves.
    const pairs = placed.filter(({ folder }) => folder === undefined);
    if (pairs.length === 0) return;
    const kept = await findPlaces(commonPlace(pairs.map(({ fromPlace }) => fromPlace)), db);
    const last = await newest;
    for (const pair of pairs) if (mayBeAt(kept, pair.fromPlace)) await move(pair, { db, last });
  } catch (error) {
    log.error({ err: error }, "earlier versions could not follow their file");
  }
}

/** Of anything at or below the place. */
async function findPlaces(place: string, db: Parts["db"]): Promise<string[]> {
  const at = encodePath(place).replace(/\/$/, "");
  // Prisma's own would sort all of them first.
  const found = await db.$queryRaw<{ versionOf: string }[]>`SELECT "versionOf" FROM "Trash"
    WHERE "versionOf" = ${at} OR ("versionOf" > ${`${at}/`} AND "versionOf" < ${`${at}0`}) LIMIT ${mostKept}`;
  return found.map(({ versionOf }) => versionOf);
}

type Moving = Pick<Parts, "db"> & { last: bigint };

async function move({ fromPlace, toPlace, id = null, becomes }: Placed, { db, last }: Moving): Promise<void> {
  const [from, to] = [encodePath(fromPlace), encodePath(toPlace)];
  const isCopy = becomes !== undefined;
  // Those of another file that once had the name stay for that one.
  if (id === null)
    await db.$executeRaw`UPDATE "Trash" SET "versionOf" = ${to},
      "versionFile" = CASE WHEN ${isCopy} THEN NULL ELSE "versionFile" END
      WHERE "versionOf" = ${from} AND +rowid <= ${last}`;
  else
    await db.$executeRaw`UPDATE "Trash" SET "versionOf" = ${to},
      "versionFile" = CASE WHEN ${isCopy} AND "versionFile" IS NOT NULL THEN ${becomes ?? null} ELSE "versionFile" END
      WHERE "versionOf" = ${from} AND +rowid <= ${last} AND ("versionFile" = ${id} OR "versionFile" IS NULL)`;
  await moveBelow({ from, to, db, last });
}

/** SQLite writes each row and its index anew, and nobody else is answered meanwhile. */
const maxRows = 200;

/** Of a folder's content, in pages, with others' turns in between; what was not moved when the server ended stays where it was. */
async function moveBelow({ from, to, db, last }: Moving & { from: string; to: string }): Promise<void> {
  for (let moved = maxRows; moved === maxRows;) {
    // The plus has SQLite look for the places, not go through all rows up to the number.
    // `0` is the sign behind `/`: what lies between the two is below the folder.
    moved = await db.$executeRaw`UPDATE "Trash" SET "versionOf" = ${to} || substr("versionOf", length(${from}) + 1)
      WHERE rowid IN (SELECT rowid FROM "Trash" WHERE "versionOf" > ${`${from}/`} AND "versionOf" < ${`${from}0`}
        AND +rowid <= ${last} LIMIT ${maxRows})`;
    await nextSlice();
  }
}
