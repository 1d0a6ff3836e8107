import { AppError } from "@/lib/shared/errors";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { isEntryName, maxNameBytes, type EntryName } from "@/lib/shared/paths";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { joinPlace } from "@/lib/server/storage/scope";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpEntry, SftpSession } from "./protocol/sftp-session";
import { isStatus, statusCodes, throwIfAborted } from "./protocol/sftp-status";

export type Named = { name: EntryName; attributes: SftpAttributes };

/** Each gives about 100 names, and they come in order. */
const ahead = 8;
const parallel = 32;
/** No folder that anybody looks at; a host that never comes to an end must not fill our memory. */
const maxEntries = 2_000_000;

/**
 * What a folder holds, in byte order of the names, with what the server tells beside them: no further question is asked. Names that are none, such as one with
 * a slash in it, are what no file system holds, and are left out.
 */
export async function readNames(session: SftpSession, path: string, signal?: AbortSignal): Promise<Named[]> {
  const raw = await readAll(session, path, signal);
  raw.sort((one, other) => Buffer.compare(one.bytes, other.bytes));
  const named: Named[] = [];
  for (const { bytes, attributes } of raw) {
    if (bytes.length > maxNameBytes) continue;
    const name = bytesToName(bytes);
    if (isEntryName(name)) named.push({ name, attributes });
  }
  const silent = named.filter(({ attributes }) => attributes.mode === undefined);
  await eachParallel(silent, parallel, async (one) => {
    one.attributes = await session.lstat(joinPlace(path, one.name)).catch((error: unknown) => {
      if (isStatus(error, statusCodes.noSuchFile, statusCodes.denied)) return one.attributes;
      throw error;
    });
  });
  return named;
}

async function readAll(session: SftpSession, path: string, signal: AbortSignal | undefined): Promise<SftpEntry[]> {
  const handle = await session.opendir(path);
  const found: SftpEntry[] = [];
  // One at first: most folders are small.
  for (let count = 1, isOver = false; !isOver; count = ahead) {
    const pages = await Promise.all(Array.from({ length: count }, () => session.readdir(handle))).catch(
      async (error: unknown) => {
        await session.close(handle).catch(() => {}); // what was thrown says more
        throw error;
      },
    );
    isOver = pages.includes(null) || signal?.aborted === true || found.length > maxEntries;
    for (const page of pages) for (const entry of page ?? []) found.push(entry);
  }
  await session.close(handle);
  throwIfAborted(signal);
  if (found.length > maxEntries) throw new AppError("file/io", { code: "E2BIG" });
  return found;
}
