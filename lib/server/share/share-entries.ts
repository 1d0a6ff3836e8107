import { chunked } from "@/lib/shared/chunked";
import { isAppError } from "@/lib/shared/errors";
import { decodePath, encodePath, parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { App } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Storage } from "@/lib/server/storage/storage";
import { storedShare, type StoredItem } from "./stored-share";

type Db = Ctx["db"];

/**
 * An entry of a share as the database has it now. `place`: its place id; "" where it is gone. `fileId`: which one it is; null where nobody knows. `isNoted`: it has a row
 * of its own, which follows it.
 */
export type SharedEntry = StoredItem & {
  shareId: string;
  position: number;
  place: string;
  fileId: string | null;
  isNoted: boolean;
};

export async function sharedEntries(
  { id, items }: { id: string; items: readonly StoredItem[] },
  db: Db,
): Promise<SharedEntry[]> {
  const rows = await db.shareEntry.findMany({ where: { shareId: id } });
  const byPosition = new Map(rows.map((row) => [row.position, row]));
  return items.map((item, position) => {
    const row = byPosition.get(position);
    const at =
      row === undefined
        ? { place: item.hostPath, fileId: null, isNoted: false }
        : { place: decodePath(row.place) ?? "", fileId: row.fileId, isNoted: true };
    return { ...item, ...at, shareId: id, position };
  });
}

/** Where an entry is, as its owner sees it, and which file it is; null where it is gone, where another has its name, or where the owner cannot reach it. */
export async function findShared(
  entry: SharedEntry,
  ofOwner: Storage,
  db: Db,
): Promise<{ path: VirtualPath; id: string | null } | null> {
  if (entry.place === "") return null;
  for (const path of [parseVirtualPath(entry.path), ofOwner.locate(entry.place)]) {
    const found = path === null ? null : await identify(path, ofOwner);
    if (path === null || found?.place !== entry.place) continue;
    if (entry.fileId !== null) return found.id === entry.fileId ? { path, id: found.id } : null;
    if (!entry.isNoted) return { path, id: null };
    if (found.id !== null) await noteFile(entry, found.id, db);
    return { path, id: found.id };
  }
  return null;
}

async function identify(path: VirtualPath, storage: Storage) {
  try {
    return await storage.identify(path);
  } catch (error) {
    if (isAppError(error)) return null;
    throw error;
  }
}

/** From now on nothing else is taken for it. */
async function noteFile({ shareId, position, place }: SharedEntry, fileId: string, db: Db): Promise<void> {
  await db.shareEntry.updateMany({
    where: { shareId, position, place: encodePath(place), fileId: null },
    data: { fileId },
  });
}

const rowsTogether = 50;

/** Shares from before their entries were noted get what follows these: which files they are is noted when they are used first. */
export async function noteOldShares({ db }: Pick<App, "db">): Promise<void> {
  const found = await db.share.findMany({ where: { entries: { none: {} } }, select: { id: true } });
  for (const part of chunked(found, rowsTogether)) {
    for (const { id } of part) {
      // Of a row that cannot be read nothing is served either.
      const row = await db.share.findUnique({ where: { id } }).catch(() => null);
      const items = storedShare.safeParse(row).data?.items ?? [];
      await db.shareEntry.createMany({
        data: items.map((item, position) => ({ shareId: id, ...rowOf(item, position) })),
      });
    }
  }
}

type Identified = { hostPath: string; fileId?: string | null };

/** What is noted of an entry. */
export const rowOf = ({ hostPath, fileId = null }: Identified, position: number) => ({
  position,
  place: encodePath(hostPath),
  fileId,
});
