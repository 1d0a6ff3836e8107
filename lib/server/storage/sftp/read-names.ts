import { AppError } from "@/lib/shared/errors";
import { bytesToName } from "@/lib/shared/bytes-to-name";
import { isEntryName, nameToBytes, type EntryName } from "@/lib/shared/paths";
import { createSorter } from "@/lib/server/base/create-sorter";
import { limits } from "@/lib/server/base/limits";
import { createPace } from "@/lib/server/base/next-slice";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { joinPlace } from "@/lib/server/storage/scope";
import { holdNames, type HeldNames } from "./held-names";
import type { SftpAttributes } from "./protocol/packet";
import type { SftpHandle, SftpPage, SftpSession } from "./protocol/sftp-session";
import { isStatus, statusCodes, throwIfAborted } from "./protocol/sftp-status";
import type { SftpHost } from "./sftp-host";

export type Named = { name: EntryName; attributes: SftpAttributes };
/** End what is held once the names are not needed any more. */
export type Names = { names: Named[]; held: HeldNames };

type Asked = {
  /** No more are read; not said: as many as may be held. */
  most?: number | undefined;
  signal?: AbortSignal | undefined;
};
type From = { session: SftpSession; handle: SftpHandle; held: HeldNames };

/** Each gives about 100 names, and they come in order. */
const ahead = 8;
/** Of larger ones each is looked at before the next is asked for: several that arrive together would hold everybody up. */
const largePage = 500;
const parallel = 32;
const { passedOver: maxPassedOver } = limits.hostNames;

/**
 * What a folder holds, in byte order of the names, with what the server tells beside them: no further question is asked. Names that are none, such as one with
 * a slash in it, are what no file system holds, and are left out, as is one that comes twice. Others have their turn meanwhile. Throws as {@link HeldNames.add} does.
 */
export async function readNames({ session, holder }: SftpHost, path: string, asked: Asked = {}): Promise<Names> {
  const held = holdNames(holder);
  try {
    const names = await readAll(session, path, { held, ...asked });
    await askTheSilent(session, path, names);
    return { names, held };
  } catch (error) {
    held.end();
    throw error;
  }
}

/** What `work` makes of the names, which are not held after it. */
export async function withNames<T>(
  host: SftpHost,
  path: string,
  work: (names: Named[]) => T,
  asked?: Asked,
): Promise<T> {
  const { names, held } = await readNames(host, path, asked);
  try {
    return work(names);
  } finally {
    held.end();
  }
}

type Reading = Asked & { held: HeldNames };

async function readAll(session: SftpSession, path: string, { held, ...asked }: Reading): Promise<Named[]> {
  const handle = await session.opendir(path);
  const names = await collect({ session, handle, held }, asked).catch(async (error: unknown) => {
    await session.close(handle).catch(() => {}); // what was thrown says more
    throw error;
  });
  await session.close(handle);
  throwIfAborted(asked.signal);
  return names;
}

async function collect({ session, handle, held }: From, { most = Infinity, signal }: Asked): Promise<Named[]> {
  const sorter = createSorter(byBytes);
  const pace = createPace();
  let [kept, passedOver] = [0, 0];
  // One at first: most folders are small.
  for (let count = 1, isOver = false; !isOver;) {
    const pages = await Promise.all(Array.from({ length: count }, () => session.readdir(handle)));
    isOver = pages.includes(null);
    count = pages.some((page) => countIn(page) > largePage) ? 1 : ahead;
    for (const page of pages) {
      if (page === null || kept >= most) continue;
      const named: Named[] = [];
      for (const { bytes, attributes } of page.entries) {
        const turn = pace();
        if (turn !== undefined) await turn;
        if (kept + named.length >= most) break;
        const name = bytesToName(bytes);
        if (!isEntryName(name)) continue;
        held.add(name);
        named.push({ name, attributes });
      }
      kept += named.length;
      passedOver += page.passedOver + (named.length === 0 ? 1 : 0);
      await sorter.add(named);
    }
    isOver ||= kept >= most;
    throwIfAborted(signal);
    if (passedOver > maxPassedOver + kept) throw new AppError("file/io", { code: "EPROTO" });
  }
  const sorted = await sorter.end();
  return sorted.filter(({ name }, index) => name !== sorted[index - 1]?.name);
}

const countIn = (page: SftpPage | null) => (page === null ? 0 : page.entries.length + page.passedOver);

/** Some servers tell nothing of an entry in the list. */
async function askTheSilent(session: SftpSession, path: string, names: readonly Named[]): Promise<void> {
  const silent = names.filter(({ attributes }) => attributes.mode === undefined);
  await eachParallel(silent, parallel, async (one) => {
    one.attributes = await session.lstat(joinPlace(path, one.name)).catch((error: unknown) => {
      if (isStatus(error, statusCodes.noSuchFile, statusCodes.denied)) return one.attributes;
      throw error;
    });
  });
}

/** In the order of their bytes: that of the text, but for what UTF-16 writes in surrogates. */
function byBytes({ name: one }: Named, { name: other }: Named): number {
  const length = Math.min(one.length, other.length);
  let at = 0;
  while (at < length && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  if (at === length) return one.length - other.length;
  const [a, b] = [one.charCodeAt(at), other.charCodeAt(at)];
  if (a < 0xd800 && b < 0xd800) return a - b;
  // The halves of a pair belong together.
  const from = at > 0 && isHighHalf(one.charCodeAt(at - 1)) ? at - 1 : at;
  return Buffer.compare(nameToBytes(one.slice(from, from + 2)), nameToBytes(other.slice(from, from + 2)));
}

const isHighHalf = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;
