import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { stampOf, type Noted } from "@/lib/server/storage/noted";
import type { EntryKind, Storage } from "@/lib/server/storage/storage";
import { isSavedFrom } from "./saved-files";

/** What has a path now; null where nothing has. */
export async function noteNow(storage: Storage, path: VirtualPath): Promise<(Noted & { kind: EntryKind }) | null> {
  try {
    const { kind, fileId, etag } = await storage.details(path);
    const text = kind === "link" ? (await storage.entry(path)).link?.text : undefined;
    return { kind, id: fileId, stamp: stampOf({ kind, etag, text }) };
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return null;
    throw error;
  }
}

/**
 * The question of every undo: whether what is there now is what was noted. What cannot be told is not. `mayDiffer`: where nothing is thrown away, what somebody
 * wrote into the file since, or saved here, is the same one.
 */
export function isStill(noted: Noted, now: Noted, { mayDiffer }: { mayDiffer: boolean }): boolean {
  const isKnown = noted.id !== null && now.id !== null;
  const isOne = noted.id === now.id || (mayDiffer && isKnown && isSavedFrom(noted.id ?? "", now.id ?? ""));
  if (isKnown && (mayDiffer || !isOne)) return isOne;
  return noted.stamp !== null && noted.stamp === now.stamp;
}
