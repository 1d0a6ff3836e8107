import { AppError, isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage } from "./storage";

/**
 * The host path of a folder on the disks of this machine, for a program that is to begin there. Elsewhere storage/unsupported, with the SSH host that the folder is on,
 * if it is on one.
 */
export async function folderOnDisk(
  storage: Pick<Storage, "can" | "stat" | "placeOf">,
  folder: VirtualPath,
): Promise<string> {
  if (!storage.can(folder, "disk")) throw await elsewhere(storage, folder);
  const { kind } = await storage.stat(folder);
  if (kind !== "folder") throw new AppError("file/not-folder");
  return storage.placeOf(folder);
}

async function elsewhere(storage: Pick<Storage, "placeOf">, folder: VirtualPath): Promise<AppError> {
  const place = await storage.placeOf(folder).catch((error: unknown) => {
    // Whoever asks can connect first.
    if (isAppError(error) && error.key === "ssh/not-connected") throw error;
    return "";
  });
  const id = hostOfPlace(place)?.id;
  return new AppError("storage/unsupported", {}, id === undefined ? {} : { detail: { host_id: id } });
}

/** The SSH host of a place, and the path there; null for all others. */
export function hostOfPlace(place: string): { id: string; path: string } | null {
  const [, id, path] = /^sftp:([^/]+)(.*)$/s.exec(place) ?? [];
  return id === undefined ? null : { id, path: path || "/" };
}
