import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { FolderReader, SmallFile } from "@/lib/server/storage/folder-reader";
import { toAppError } from "./errno";
import { childPath } from "./fs-path";
import { accessToChild, type Place, type Resolver } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";

/** See {@link Storage.readFolder}. */
export async function readFolder(resolver: Resolver, folder: VirtualPath): Promise<FolderReader> {
  let place: Place;
  try {
    place = await resolver.openPlace(folder, openFlags.folderPlace);
  } catch (error) {
    throw toAppError(error);
  }
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async read(name, maxBytes) {
      if (isClosed) throw new AppError("request/cancelled");
      const access = accessToChild(resolver.policy, place, name);
      if (access === "none" || access === "ancestor") return null;
      const reading = readChild(place, name, maxBytes);
      running.add(reading);
      try {
        return await reading;
      } finally {
        running.delete(reading);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await closeQuietly(place.fd);
    },
  };
}

/** The folder's descriptor is what was checked: the name in it leads to one file and, without links, to no other place. */
async function readChild({ fd: folder }: Place, name: EntryName, maxBytes: number): Promise<SmallFile | null> {
  let fd: number;
  try {
    fd = await sys.open(childPath(folder, name), openFlags.readOnlyNoWait);
  } catch {
    return null; // a link, or gone: whoever asks by path is told
  }
  try {
    const stats = await sys.fstat(fd);
    if (!stats.isFile() || stats.size > maxBytes) return null;
    const buffer = Buffer.allocUnsafeSlow(stats.size);
    const got = stats.size === 0 ? 0 : await sys.read(fd, buffer, 0, stats.size, 0);
    return { bytes: buffer.subarray(0, got), sizeBytes: stats.size, mtimeMs: stats.mtimeMs };
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(fd);
  }
}
