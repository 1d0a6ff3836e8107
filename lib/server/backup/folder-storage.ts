import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";

/** For the backup folder where it was when it was chosen: a link in its place, or on the way to it, is file/place-changed. */
export function folderStorage(
  storage: Storage,
  { folder, place }: { folder: VirtualPath; place: string | null },
): Storage {
  return storage.pinned([{ path: folder, place }]);
}
