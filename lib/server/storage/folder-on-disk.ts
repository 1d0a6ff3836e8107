import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "./storage";

/** The host path of a folder on the disks of this machine, for a program that is to begin there. Elsewhere storage/unsupported. */
export async function folderOnDisk(
  storage: Pick<Storage, "can" | "stat" | "placeOf">,
  folder: VirtualPath,
): Promise<string> {
  if (!storage.can(folder, "disk")) throw new AppError("storage/unsupported");
  const { kind } = await storage.stat(folder);
  if (kind !== "folder") throw new AppError("file/not-folder");
  return storage.placeOf(folder);
}
