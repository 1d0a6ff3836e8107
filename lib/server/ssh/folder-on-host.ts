import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { hostOfPlace } from "@/lib/server/storage/folder-on-disk";
import type { Storage } from "@/lib/server/storage/storage";

/** Where a folder is on its host, for a shell there. Names that are no text cannot be written in a command. Throws file/not-folder, storage/unsupported. */
export async function folderOnHost(
  id: string,
  folder: VirtualPath,
  storage: Pick<Storage, "placeOf" | "stat">,
): Promise<string> {
  const found = hostOfPlace(await storage.placeOf(folder));
  if (found?.id !== id || /\p{Cs}/u.test(found.path)) throw new AppError("storage/unsupported");
  const { kind } = await storage.stat(folder);
  if (kind !== "folder") throw new AppError("file/not-folder");
  return found.path;
}
