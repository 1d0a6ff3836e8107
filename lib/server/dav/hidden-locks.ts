import type { Storage } from "@/lib/server/storage/storage";
import { findRealPath } from "./dav-call";
import { locksBelow } from "./locks";

/**
 * Tokens of the locks below a place on what the caller must not see. They stand against nothing: a conflict would tell that somebody works in a denied folder, where the
 * caller's own lock, or deletion, does nothing anyway.
 */
export async function findHiddenLocks(storage: Storage, place: string): Promise<ReadonlySet<string>> {
  const hidden = new Set<string>();
  const seen = new Map<string, boolean>();
  for (const lock of locksBelow(place)) {
    const isSeen = seen.get(lock.place) ?? (await isThere(storage, lock.place));
    seen.set(lock.place, isSeen);
    if (!isSeen) hidden.add(lock.token);
  }
  return hidden;
}

async function isThere(storage: Storage, place: string): Promise<boolean> {
  const path = storage.locate(place);
  return path !== null && (await findRealPath(storage, path)) !== null;
}
