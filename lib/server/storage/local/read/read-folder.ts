import { accessToChild } from "@/lib/server/storage/rights";
import fs from "node:fs";
import { AppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { FolderReader, SmallFile } from "@/lib/server/storage/folder-reader";
import { toAppError } from "@/lib/server/storage/local/sys/errno";
import { childPath } from "@/lib/server/storage/local/sys/fs-path";
import { callSync, isPseudo, mayCallSync } from "@/lib/server/storage/local/sys/quick-disks";
import type { Handle, Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";

/** See {@link Storage.readFolder}. */
export async function readFolder(resolver: Resolver, folder: VirtualPath): Promise<FolderReader> {
  let handle: Handle;
  try {
    handle = await resolver.openHandle(folder, openFlags.folderPlace);
  } catch (error) {
    throw toAppError(error);
  }
  const asksEach = !resolver.policy.isUniformBelow(handle.real);
  const isReadable = (name: EntryName) => {
    const access = asksEach ? accessToChild(resolver.policy, handle, name) : handle.access;
    return access !== "none" && access !== "ancestor";
  };
  const running = new Set<Promise<unknown>>();
  let isClosed = false;
  return {
    async read(names, maxBytes) {
      if (isClosed) throw new AppError("request/cancelled");
      const wanted = names.map((name) => (isReadable(name) ? name : null));
      const reading = readChildren(handle, wanted, maxBytes);
      running.add(reading);
      try {
        return await reading;
      } catch (error) {
        throw toAppError(error);
      } finally {
        running.delete(reading);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(running);
      await closeQuietly(handle.fd);
    },
  };
}

/** The folder's descriptor is what was checked: a name in it leads to one file and, without links, to no other place. */
function readChildren({ fd }: Handle, names: readonly (EntryName | null)[], maxBytes: number) {
  // In one go where the disk allows it: promises for each call would take longer than the calls.
  if (mayCallSync())
    return callSync(() => names.map((name) => (name === null ? null : readNow(childPath(fd, name), maxBytes))));
  return Promise.all(names.map(async (name) => (name === null ? null : readLater(childPath(fd, name), maxBytes))));
}

type Facts = { isFile: () => boolean; size: number; dev: number };
const isWanted = (stats: Facts, maxBytes: number) => stats.isFile() && stats.size <= maxBytes && !isPseudo(stats.dev);

function toSmall(buffer: Buffer, got: number, { size, mtimeMs }: { size: number; mtimeMs: number }): SmallFile {
  return { bytes: buffer.subarray(0, got), sizeBytes: size, mtimeMs };
}

function readNow(path: ReturnType<typeof childPath>, maxBytes: number): SmallFile | null {
  let fd: number;
  try {
    fd = fs.openSync(path, openFlags.readOnlyNoWait);
  } catch {
    return null; // a link, or gone: whoever asks by path is told
  }
  try {
    const stats = fs.fstatSync(fd);
    if (!isWanted(stats, maxBytes)) return null;
    // One byte more than there is said to be tells where that is not true.
    const buffer = Buffer.allocUnsafeSlow(stats.size + 1);
    return toSmall(buffer, fs.readSync(fd, buffer, 0, buffer.length, 0), stats);
  } finally {
    fs.closeSync(fd);
  }
}

async function readLater(path: ReturnType<typeof childPath>, maxBytes: number): Promise<SmallFile | null> {
  let fd: number;
  try {
    fd = await sys.open(path, openFlags.readOnlyNoWait);
  } catch {
    return null; // as above
  }
  try {
    const stats = await sys.fstat(fd);
    if (!isWanted(stats, maxBytes)) return null;
    const buffer = Buffer.allocUnsafeSlow(stats.size + 1);
    return toSmall(buffer, await sys.read(fd, buffer, 0, buffer.length, 0), stats);
  } finally {
    await closeQuietly(fd);
  }
}
