import {
  decodePath,
  encodePath,
  isEntryName,
  joinVirtualPath,
  type EntryName,
  type VirtualPath,
} from "@/lib/shared/paths";
import { isAppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import type { Ctx } from "@/lib/server/runtime/ctx";

/** So many of a folder are marked: each is looked at on the disk. */
const mostNames = 500;

const listeners = new Set<() => void>();

/** Calls it whenever shares may lead to other entries than before, until the returned function is called. */
export function onSharesChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function tellSharesChanged(): void {
  for (const listener of listeners) listener();
}

type Row = { place: string; fileId: string | null; shareId: string };

/**
 * The names of a folder's entries that shares lead to now, in their order: by one query for what is directly in it, and one look at each of the few found, for what only has the
 * name of something shared is not shared. `ownerId`: whose shares; undefined: everybody's.
 */
export async function sharedNames(
  { folder, ownerId }: { folder: VirtualPath; ownerId?: string | undefined },
  { db, storage }: Pick<Ctx, "db" | "storage">,
): Promise<EntryName[]> {
  const rows = await rowsIn(await storage.placeOf(folder), ownerId, db);
  const ids = [...new Set(rows.map(({ shareId }) => shareId))];
  const ended = { OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] };
  const open = await db.share.findMany({ where: { id: { in: ids }, ...ended }, select: { id: true } });
  const isOpen = new Set(open.map(({ id }) => id));
  const names = new Set<EntryName>();
  const pace = createPace();
  for (const { place, fileId, shareId } of rows) {
    const known = decodePath(place) ?? "";
    const name = known.slice(known.lastIndexOf("/") + 1);
    if (!isOpen.has(shareId) || !isEntryName(name) || names.has(name)) continue;
    if (await isThere(joinVirtualPath(folder, name), { place: known, fileId }, storage)) names.add(name);
    await pace();
  }
  return [...names].sort();
}

async function rowsIn(folder: string, ownerId: string | undefined, db: Ctx["db"]): Promise<Row[]> {
  const at = encodePath(folder);
  const from = at.endsWith("/") ? at : `${at}/`;
  // `0` is the sign behind `/`: what lies between the two is below the folder.
  const to = `${from.slice(0, -1)}0`;
  return db.$queryRaw<Row[]>`
    SELECT "ShareEntry"."place", "ShareEntry"."fileId", "ShareEntry"."shareId" FROM "ShareEntry"
      JOIN "Share" ON "Share"."id" = "ShareEntry"."shareId"
    WHERE "ShareEntry"."place" > ${from} AND "ShareEntry"."place" < ${to}
      AND instr(substr("ShareEntry"."place", length(${from}) + 1), '/') = 0
      AND (${ownerId ?? null} IS NULL OR "Share"."ownerId" = ${ownerId ?? null})
    ORDER BY "ShareEntry"."place" LIMIT ${mostNames}`;
}

/** Whether the very entry is there, and may be seen. `fileId` is null where its disk cannot tell, or where nobody has looked yet. */
async function isThere(
  path: VirtualPath,
  { place, fileId }: { place: string; fileId: string | null },
  storage: Ctx["storage"],
): Promise<boolean> {
  try {
    const found = await storage.identify(path);
    return found.place === place && (fileId === null || found.id === fileId);
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
}
