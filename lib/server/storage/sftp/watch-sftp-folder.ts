import { isAppError } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import type { Entry, FolderChange } from "@/lib/server/storage/storage";
import { throwIfAborted, toAppError } from "./protocol/sftp-status";
import type { SftpAttributes } from "./protocol/packet";
import { etagOf } from "./sftp-entry";
import { describeEntry } from "./sftp-links";
import { forgetLook, lookAtNames } from "./look-at-names";
import type { Named } from "./read-names";
import type { Found, SftpResolver } from "./sftp-resolver";

/** After a change of our own; what belongs together comes together. */
const soonMs = 100;
/** Larger folders are not read every few seconds: their own time tells that a name came or went. */
const maxEntries = 2_000;
const maxNames = 1_000;

type Seen = { names: Map<EntryName, string> | null; mtimeS: number };

/**
 * See {@link Storage.watch}. The protocol tells of no changes, so the folder is read again every few seconds while somebody looks, and at once after what we changed
 * ourselves. While the host is away nothing is told, but where the kind of host says so that it went.
 */
export async function watchSftpFolder(
  resolver: SftpResolver,
  path: VirtualPath,
  { onChange, signal }: { onChange: (change: FolderChange) => void; signal: AbortSignal },
): Promise<void> {
  throwIfAborted(signal);
  const first = await resolver.findFolder(path);
  const { real } = first;
  const { lookEveryMs, tellsLoss } = resolver.shared;
  let seen = await look(first, null).catch((error: unknown) => {
    throw toAppError(error);
  });
  throwIfAborted(signal);
  let timer: NodeJS.Timeout | null = null;
  let isLooking = false;
  let isLost = false;
  let isTold = false;

  const plan = (afterMs: number) => {
    if (timer !== null) clearTimeout(timer);
    timer = signal.aborted ? null : setTimeout(() => void poll(), afterMs).unref(); // poll never rejects
  };
  const tell = (place: string) => {
    if (place !== real) return;
    forgetLook(first);
    if (isLooking) isTold = true;
    else if (!isTold) plan(soonMs);
    isTold = true;
  };
  const leave = () => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    resolver.shared.changes.delete(tell);
  };

  async function poll(): Promise<void> {
    [isLooking, isTold] = [true, false];
    const change = await compare().catch((error: unknown) =>
      isAppError(error) && goneKeys.has(error.key) ? ({ gone: true } as const) : lost(),
    );
    isLooking = false;
    if (signal.aborted) return;
    if (change !== null) onChange(change);
    if (change !== null && "gone" in change) leave();
    else plan(isTold ? soonMs : untilNext(lookEveryMs));
  }

  /** What is told of a host that is away: that it went, once. */
  function lost(): FolderChange | null {
    if (!tellsLoss || isLost) return null;
    isLost = true;
    return { overflow: true };
  }

  async function compare(): Promise<FolderChange | null> {
    const folder = await resolver.findFolder(path);
    isLost = false;
    if (folder.real !== real) return { gone: true };
    try {
      const { change, now } = await difference(folder, seen);
      seen = now;
      return change;
    } catch (error) {
      throw toAppError(error);
    }
  }

  resolver.shared.changes.add(tell);
  signal.addEventListener("abort", leave, { once: true });
  plan(untilNext(lookEveryMs));
}

/** All who look at a folder do so at the same moment, by one look. */
const untilNext = (everyMs: number) => everyMs - (Date.now() % everyMs);

const goneKeys: ReadonlySet<string> = new Set(["file/not-found", "file/not-folder", "file/link-outside"]);

async function look(folder: Found, names: readonly Named[] | null): Promise<Seen> {
  const { mtimeS = 0 } = folder.attributes;
  const all = names ?? (await lookAtNames(folder, maxEntries));
  return {
    mtimeS,
    names: all === null ? null : new Map(all.map(({ name, attributes }) => [name, markOf(attributes)])),
  };
}

const markOf = (attributes: SftpAttributes) => `${etagOf(attributes)} ${attributes.mode}`;

async function difference(folder: Found, before: Seen): Promise<{ change: FolderChange | null; now: Seen }> {
  const { mtimeS = 0 } = folder.attributes;
  if (before.names === null) {
    const isSame = mtimeS === before.mtimeS;
    return { change: isSame ? null : { overflow: true }, now: isSame ? before : await look(folder, null) };
  }
  const names = await lookAtNames(folder, maxEntries);
  if (names === null) return { change: { overflow: true }, now: { mtimeS, names: null } };
  const now = await look(folder, names);
  const changed = names.filter(({ name, attributes }) => before.names?.get(name) !== markOf(attributes));
  const removed = [...before.names.keys()].filter((name) => now.names?.has(name) !== true);
  if (changed.length + removed.length > maxNames) return { change: { overflow: true }, now };
  const upsert: Entry[] = [];
  for (const { name, attributes } of changed) {
    const entry = await describeEntry(folder, name, attributes);
    if (entry !== null) upsert.push(entry);
  }
  return { change: upsert.length + removed.length > 0 ? { upsert, removed } : null, now };
}
