import fs from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { isEntryName, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Entry, FolderChange } from "@/lib/server/storage/storage";
import { entryOf, findEntry } from "@/lib/server/storage/local/resolve/entries";
import { eachParallel } from "@/lib/server/storage/each-parallel";
import { isErrno, throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath, fromLatin1, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Policy } from "@/lib/server/storage/policy";
import type { Resolver } from "@/lib/server/storage/local/resolve/resolver";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { slowMountOf } from "@/lib/server/storage/local/sys/slow-mounts";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { isOwnName } from "@/lib/server/storage/own-names";

const coalesceMs = 100;
/** How often a folder is looked at of which the kernel is not asked to tell. */
const lookMs = 4_000;
const maxNames = 1_000;
const parallel = 32;
/** Times as long as the last burst took to look at and to hand out: watching a folder takes a fifth of the server's time at most. */
const restsFor = 4;
/** What is made of a name for one viewer after it was handed out: it becomes text. */
const msPerTold = 0.004;

/** A name, and what was found there; null: nothing any more. */
type Seen = { name: EntryName; entry: Entry | null };
/** `seen`: null where it was too much. */
type Burst = { seen: readonly Seen[] | null; folder: { fd: number; real: string } | null };
type Viewer = (burst: Burst) => Promise<void>;
type Watched = {
  watcher: { close: () => void };
  viewers: Set<Viewer>;
  names: Set<string>;
  /** Whether it changed in a way that no names tell. */
  isOther: boolean;
  /** Whether anything was told since the last burst. */
  isTold: boolean;
  timer: NodeJS.Timeout | null;
  isDelivering: boolean;
};

/** One watch per folder, whoever looks at it. */
const watched = new Map<string, Watched>();

/** See {@link Storage.watch}. Resolves once the watch stands; ends with the signal or after `{ gone: true }`. */
export async function watchFolder(
  resolver: Resolver,
  path: VirtualPath,
  onChange: (change: FolderChange) => void,
  signal: AbortSignal,
): Promise<void> {
  throwIfAborted(signal);
  const handle = await resolver.openHandle(path, openFlags.folderPlace);
  try {
    const { dev, ino } = await sys.fstatBig(handle.fd);
    const key = `${dev}:${ino}:${handle.real}`;
    const viewer: Viewer = async (burst) => {
      if (signal.aborted) return;
      const change = await changeFor(resolver.policy, handle.real, burst);
      if (change === null || signal.aborted) return;
      onChange(change);
      if ("gone" in change) leave(key, viewer);
    };
    join(key, { fd: handle.fd, real: handle.real, dev, ino }, viewer);
    if (signal.aborted) leave(key, viewer);
    else signal.addEventListener("abort", () => leave(key, viewer), { once: true });
  } catch (error) {
    // The kernel's word for "no inotify watch left", which has nothing to do with the disk.
    throw isErrno(error, "ENOSPC") ? new AppError("file/too-many-open", {}, { cause: error }) : toAppError(error);
  } finally {
    await closeQuietly(handle.fd);
  }
}

type Identity = { real: string; dev: bigint; ino: bigint };

function join(key: string, place: Identity & { fd: number }, viewer: Viewer): void {
  const existing = watched.get(key);
  if (existing !== undefined) {
    existing.viewers.add(viewer);
    return;
  }
  const identity = { real: place.real, dev: place.dev, ino: place.ino };
  const tell: Tell = ({ name, isOther = false }) => {
    const item = watched.get(key);
    if (item === undefined) return;
    if (name !== undefined && item.names.size <= maxNames) item.names.add(name);
    item.isOther ||= isOther;
    item.isTold = true;
    plan(key, identity, coalesceMs);
  };
  const watcher =
    slowMountOf([place.fd]) === null ? listen(place.fd, { tell, failed: () => end(key) }) : lookAgain(identity, tell);
  const viewers = new Set([viewer]);
  watched.set(key, {
    watcher,
    viewers,
    names: new Set(),
    isOther: false,
    isTold: false,
    timer: null,
    isDelivering: false,
  });
}

type Tell = (what: { name?: string; isOther?: boolean }) => void;

/** Watching the descriptor's path watches the folder that was checked, whatever stands under its name by now. */
function listen(fd: number, { tell, failed }: { tell: Tell; failed: () => void }): fs.FSWatcher {
  return fs
    .watch(fdPath(fd), { encoding: "buffer", persistent: false }, (_event, bytes) =>
      tell(bytes === null ? {} : { name: fromLatin1(bytes.toString("latin1")) }),
    )
    .on("error", failed);
}

/** On a mount that may hang: the kernel may have to ask it on the main thread before it tells anything, and does not tell of what others change there. */
function lookAgain(identity: Identity, tell: Tell): Watched["watcher"] {
  let seen: bigint | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const look = async () => {
    const folder = await reopen(identity).catch(nullIfGone);
    if (folder === null) return tell({ isOther: true });
    try {
      const { ctimeNs } = await sys.fstatBig(folder.fd);
      if (seen !== null && ctimeNs !== seen) tell({ isOther: true });
      seen = ctimeNs;
    } finally {
      await closeQuietly(folder.fd);
    }
  };
  const next = async () => {
    await look().catch(() => {}); // what does not answer now may do later
    if (!isOver) timer = setTimeout(start, lookMs).unref();
  };
  const start = () => void next(); // never rejects
  start();
  return {
    close() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}

/** One burst at a time: what is told meanwhile waits for the next. */
function plan(key: string, identity: Identity, afterMs: number): void {
  const item = watched.get(key);
  if (item === undefined || item.isDelivering) return;
  item.timer ??= setTimeout(() => void deliver(key, identity), afterMs).unref(); // deliver never rejects
}

function leave(key: string, viewer: Viewer): void {
  const item = watched.get(key);
  if (item?.viewers.delete(viewer) === true && item.viewers.size === 0) end(key);
}

function end(key: string): void {
  const item = watched.get(key);
  watched.delete(key);
  if (item === undefined) return;
  item.watcher.close();
  if (item.timer !== null) clearTimeout(item.timer);
}

async function deliver(key: string, identity: Identity): Promise<void> {
  const item = watched.get(key);
  if (item === undefined) return;
  const { names, isOther } = item;
  Object.assign(item, { names: new Set(), isOther: false, isTold: false, timer: null, isDelivering: true });
  const beganMs = performance.now();
  const folder = await reopen(identity).catch(() => null);
  try {
    // What cannot be looked at is to be listed, which says why.
    const seen =
      folder === null || isOther || names.size > maxNames ? null : await lookAt(folder, names).catch(() => null);
    // One after the other, with others in between; one viewer's trouble is not the others'.
    await eachParallel([...item.viewers], 1, (viewer) => viewer({ seen, folder }).catch(() => {}));
  } finally {
    item.isDelivering = false;
    if (folder === null) end(key);
    else await closeQuietly(folder.fd);
  }
  const spentMs = performance.now() - beganMs + names.size * item.viewers.size * msPerTold;
  // Whoever is new since then is not the same that was watched.
  if (item.isTold && watched.get(key) === item) plan(key, identity, Math.max(coalesceMs, restsFor * spentMs));
}

/** Once for all who look; where a link leads, each has to ask for themselves. */
async function lookAt(folder: { fd: number }, names: ReadonlySet<string>): Promise<Seen[]> {
  const wanted = [...names].filter((name): name is EntryName => isEntryName(name) && !isOwnName(name));
  const seen: Seen[] = [];
  await eachParallel(wanted, parallel, async (name) => {
    const stats = await sys.lstatIfAny(childPath(folder.fd, name)).catch(nullIfGone);
    seen.push({ name, entry: stats === null ? null : entryOf(name, stats) });
  });
  return seen;
}

function nullIfGone(error: unknown): null {
  if (isErrno(error, "ENOENT", "ENOTDIR")) return null;
  throw error;
}

/** Holding the folder open would keep the kernel from telling that it was removed, so it is opened for each burst. */
async function reopen({ real, dev, ino }: Identity): Promise<{ fd: number; real: string } | null> {
  const fd = await sys.open(toFsPath(real), openFlags.folderPlaceNoFollow);
  try {
    const stats = await sys.fstatBig(fd);
    if (stats.dev === dev && stats.ino === ino && (await realPathOf(fd)) === real) return { fd, real };
  } catch (error) {
    if (!isErrno(error, "ENOENT")) throw error;
  }
  await closeQuietly(fd);
  return null;
}

async function changeFor(policy: Policy, real: string, burst: Burst): Promise<FolderChange | null> {
  const { folder, seen } = burst;
  if (folder === null || policy.access(real) === "none") return { gone: true };
  if (seen === null) return { overflow: true };
  const seesAll = policy.isUniformBelow(real);
  const upsert: Entry[] = [];
  const removed: EntryName[] = [];
  await eachParallel(seen, parallel, async ({ name, entry }) => {
    if (!seesAll && policy.access(joinPlace(real, name)) === "none") return;
    const shown = entry?.kind === "link" ? await findEntry(policy, folder, name) : entry;
    if (shown === null) removed.push(name);
    else upsert.push(shown);
  });
  return upsert.length + removed.length > 0 ? { upsert, removed } : null;
}
