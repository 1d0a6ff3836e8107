import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Entry, Storage } from "@/lib/server/storage/storage";
import { isPartName, parseBackupName, type NamedBackup } from "./backup-name";

type Place = { folder: VirtualPath; server: string };
type Found = { entry: Entry; made: NamedBackup };

/** The backups of this server in a folder, newest first; never a link that has such a name. */
export async function listMade(storage: Storage, { folder, server }: Place): Promise<Found[]> {
  const found: Found[] = [];
  for await (const page of storage.list(folder))
    for (const entry of page) {
      const made = entry.kind === "file" ? parseBackupName(entry.name, server) : null;
      if (made !== null) found.push({ entry, made });
    }
  return found.sort((a, b) => b.made.atMs - a.made.atMs);
}

type Removal = Place & { keep: number; signal: AbortSignal };

/** Removes all but the newest, and what kills have left; gives how many backups. Names that this server did not make stay. */
export async function removeOld(storage: Storage, { folder, server, keep, signal }: Removal): Promise<number> {
  const old = (await listMade(storage, { folder, server })).slice(keep);
  for (const { entry } of old) await storage.remove(joinVirtualPath(folder, entry.name), { signal });
  for await (const page of storage.list(folder))
    for (const { name, kind } of page)
      if (kind === "file" && isPartName(name, server)) await storage.remove(joinVirtualPath(folder, name), { signal });
  return old.length;
}
