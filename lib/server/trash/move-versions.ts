import { encodePath, nameOf, parentOf, parseVirtualPath } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { MovedPair } from "@/lib/server/storage/storage";

type Parts = Pick<Ctx, "db" | "storage" | "log">;

/** More than this is a tree that was merged into another one, file by file. */
const maxPairs = 1_000;

/**
 * Lets earlier versions follow what was moved or renamed, folders with everything below them. Never rejects: the entries are where they are.
 * Beyond {@link maxPairs} the versions stay in the trash and find their file no more.
 */
export async function moveVersions(pairs: readonly Pick<MovedPair, "from" | "to">[], { db, storage, log }: Parts): Promise<void> {
  try {
    if (pairs.length === 0 || (await db.trash.findFirst({ where: { versionOf: { not: null } } })) === null) return;
    for (const pair of pairs.slice(0, maxPairs)) {
      const [from, to] = await Promise.all([placeOf(pair.from, storage), placeOf(pair.to, storage)]);
      if (from !== null && to !== null) await move(from, to, db);
    }
  } catch (error) {
    log.error({ err: error }, "earlier versions could not follow their file");
  }
}

/** Where it is, or was, on the host; null where its folder is gone. */
async function placeOf(text: string, storage: Parts["storage"]): Promise<string | null> {
  const path = parseVirtualPath(text);
  const parent = path === null ? null : parentOf(path);
  const folder = parent === null ? null : await storage.placeOf(parent).catch(() => null);
  return path === null || folder === null ? null : encodePath(`${folder === "/" ? "" : folder}/${nameOf(path)}`);
}

async function move(from: string, to: string, db: Parts["db"]): Promise<void> {
  await db.trash.updateMany({ where: { versionOf: from }, data: { versionOf: to } });
  // `0` is the sign behind `/`: what lies between the two is below the folder.
  await db.$executeRaw`UPDATE "Trash" SET "versionOf" = ${to} || substr("versionOf", length(${from}) + 1)
    WHERE "versionOf" > ${`${from}/`} AND "versionOf" < ${`${from}0`}`;
}
