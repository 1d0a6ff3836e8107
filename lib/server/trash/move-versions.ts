import { encodePath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Renamed } from "@/lib/server/storage/storage";

type Parts = Pick<Ctx, "db" | "log">;

/** More than this is a tree that was merged into another one, file by file. */
const maxPairs = 1_000;

/**
 * Lets earlier versions follow what was moved or renamed, folders with everything below them, by the places that these had then: what has the names now may be somebody else's. Never rejects: the entries are where they are.
 * Beyond {@link maxPairs} the versions stay in the trash and find their file no more.
 */
export async function moveVersions(pairs: readonly Renamed[], { db, log }: Parts): Promise<void> {
  try {
    if (pairs.length === 0 || (await db.trash.findFirst({ where: { versionOf: { not: null } } })) === null) return;
    for (const { fromPlace, toPlace } of pairs.slice(0, maxPairs))
      await move(encodePath(fromPlace), encodePath(toPlace), db);
  } catch (error) {
    log.error({ err: error }, "earlier versions could not follow their file");
  }
}

async function move(from: string, to: string, db: Parts["db"]): Promise<void> {
  await db.trash.updateMany({ where: { versionOf: from }, data: { versionOf: to } });
  // `0` is the sign behind `/`: what lies between the two is below the folder.
  await db.$executeRaw`UPDATE "Trash" SET "versionOf" = ${to} || substr("versionOf", length(${from}) + 1)
    WHERE "versionOf" > ${`${from}/`} AND "versionOf" < ${`${from}0`}`;
}
