import { assertWritable } from "@/lib/server/storage/rights";
import type { BigIntStats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { EntryStat, WriteOptions, WriteResult, WriteSource } from "@/lib/server/storage/storage";
import { keptNowhere } from "@/lib/server/storage/kept-nowhere";
import { ruledMode, rulesOf } from "@/lib/server/storage/local/attributes/folder-rules";
import { kindOf, statOf } from "@/lib/server/storage/local/resolve/entries";
import { isErrno, throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import { freeNames } from "@/lib/server/storage/free-names";
import { childPath, parentOfHost, toFsPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import { isInMemory } from "@/lib/server/storage/local/sys/quick-disks";
import type { Resolver, Location } from "@/lib/server/storage/local/resolve/resolver";
import { realPathOf } from "@/lib/server/storage/local/sys/real-path";
import { assertUnchanged, commitTemporary } from "./commit-temporary";
import { keepAttributes, keepAttributesAt, openStanding, type Old } from "./keep-attributes";
import { findSame, holdsFile, holdsSource, type Wanted } from "./same-file";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { setModified } from "@/lib/server/storage/local/sys/times";
import { temporaryName } from "@/lib/server/storage/own-names";
import { writeBuffer, writeChunks } from "./write-chunks";

type WriteInput = { path: VirtualPath; source: WriteSource; options: WriteOptions };

/** See {@link Storage.write}. A replaced link stays a link: the file that it leads to is replaced. */
export async function writeFile(
  resolver: Resolver,
  journal: Journal,
  input: WriteInput,
): Promise<WriteResult & { isNew: boolean }> {
  const { path, options } = input;
  throwIfAborted(options.signal);
  let location = await resolver.openLocation(path, openFlags.folder);
  let old: Old | null = null;
  try {
    assertWritable(resolver.policy, location, location.name);
    old = await openOld(location, input);
    if (old !== null && options.conflict === "fail") return await takeSame(location, input);
    const isLink = old !== null && kindOf(old.stats) === "link";
    if (old !== null && isLink) {
      await closeQuietly(old.fd);
      old = null;
      const behind = await openBehindLink(resolver, path);
      await closeQuietly(location.fd);
      location = behind;
      old = await openOld(location, input);
    }
    assertReplaceable(old, options);
    const written = await writeBeside(location, old, journal, { ...input, resolver, isLink });
    const parent = parentOf(path) ?? path;
    // Behind a link the name on disk is the target's; the caller keeps the one that it asked for.
    const shownAs = (name: EntryName) => (options.conflict === "rename" ? joinVirtualPath(parent, name) : path);
    if ("same" in written) return { path: shownAs(written.same.name), ...sentOf(written.same), isNew: false };
    const { name, stats, isNew } = written;
    return { path: shownAs(name), ...sentOf(statOf(stats, name, true)), isNew };
  } catch (error) {
    throw toAppError(error);
  } finally {
    if (old !== null) await closeQuietly(old.fd);
    await closeQuietly(location.fd);
  }
}

const sentOf = ({ etag, sizeBytes, mtimeMs }: EntryStat) => ({ etag, sizeBytes, mtimeMs });

/** The name is taken: by another file, which is told without reading all of the source, or by this very one. */
async function takeSame(
  location: Location,
  { path, source, options }: WriteInput,
): Promise<WriteResult & { isNew: boolean }> {
  const { mtimeMs, signal } = options;
  if (mtimeMs === undefined || source instanceof Uint8Array) throw new AppError("file/exists");
  const same = await findSame(location, { mtimeMs, isIn: (standing) => holdsSource(standing, source, signal) });
  if (same === null) throw new AppError("file/exists");
  return { path, ...sentOf(same), isNew: false };
}

/** What the name holds now. `fail` learns here, before any byte is sent; `rename` does not care. */
async function openOld(
  location: Location,
  { source, options: { conflict, takesSame } }: WriteInput,
): Promise<Old | null> {
  // What is here already is written sooner than asked about: the commit refuses a taken name.
  if (conflict === "rename" || (conflict === "fail" && source instanceof Uint8Array)) return null;
  if ((await sys.lstatIfAny(childPath(location.fd, location.name))) === null) return null;
  if (conflict === "fail" && takesSame !== true) throw new AppError("file/exists");
  return openStanding(location);
}

export function assertReplaceable(old: Old | null, { ifMatch }: Pick<WriteOptions, "ifMatch">): void {
  const kind = old === null ? "file" : kindOf(old.stats);
  if (kind === "folder") throw new AppError("file/not-file");
  if (kind !== "file") throw new AppError("file/special");
  if (ifMatch !== undefined) assertUnchanged(old?.stats ?? null, ifMatch);
}

/** The folder and name that a link's chain ends at, checked like any other place. */
async function openBehindLink(resolver: Resolver, path: VirtualPath): Promise<Location> {
  const target = await resolver.openHandle(path);
  await closeQuietly(target.fd);
  const parent = parentOfHost(target.real);
  const fd = await sys.open(toFsPath(parent), openFlags.folder);
  try {
    const real = await realPathOf(fd);
    await resolver.meetOpened(fd, real);
    const name = target.real.slice(target.real.lastIndexOf("/") + 1) as EntryName; // as the kernel reports it
    const location = { fd, real, name, access: resolver.policy.access(real), root: target.root };
    assertWritable(resolver.policy, location, name);
    return location;
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

/** Of a file that is new in a folder, which may prescribe less. */
const newMode = async (folder: Location, mode: number) =>
  ruledMode(mode & 0o777, await rulesOf(folder), { isFolder: false });

type Beside = WriteInput & { resolver: Resolver; isLink: boolean };

async function writeBeside(location: Location, old: Old | null, journal: Journal, beside: Beside) {
  const { source, options, resolver, isLink, path } = beside;
  const { policy } = resolver;
  await journal.recordFolder(location.real);
  const temporary = { fd: location.fd, name: temporaryName() };
  const { maxBytes, signal, mode, maxMode = 0o666 } = options;
  // What replaces a private file, or is one's copy, is private from its first byte on.
  const first = old === null && mode === undefined ? maxMode & 0o777 : 0o600;
  const fd = await sys.open(childPath(location.fd, temporary.name), openFlags.createNew, first);
  try {
    await writeChunks({ fd, source, maxBytes, signal });
    const head = options.head?.() ?? null;
    if (head !== null) await writeBuffer(fd, head, 0);
    if (old !== null) await keepAttributes(fd, old, policy);
    if (mode !== undefined) await sys.fchmod(fd, old === null ? await newMode(location, mode) : mode & 0o777);
    if (options.mtimeMs !== undefined) await setModified(fd, options.mtimeMs, { replaces: old !== null });
    const isSynced = options.isSyncedLater !== true;
    const stats = isSynced ? await syncFile(fd) : await sys.fstatBig(fd);
    throwIfAborted(signal);
    const kept = await findKept(location, { fd, options });
    const toFolder = parentOf(path) ?? path;
    /** Another file than the one that stood there when this began. */
    const meet = async (standing: BigIntStats) => {
      if (old !== null && isSame(old.stats, standing)) return;
      await keepAttributesAt(location, { fd, policy });
      if (mode !== undefined) await sys.fchmod(fd, mode & 0o777);
    };
    // Behind a link the file has no path that the caller knows.
    const trash = options.replaced ?? null;
    const replaced = isLink ? keptNowhere(trash) : trash;
    const commit = () =>
      commitTemporary(location, temporary, { ...options, resolver, journal, toFolder, meet, replaced }).catch(
        async (error: unknown) => ({ same: await findCommitted(location, { error, fd, options }) }),
      );
    const committed = kept === null ? await commit() : { same: kept };
    if ("same" in committed) {
      await sys.unlink(childPath(location.fd, temporary.name));
      return committed;
    }
    if (isSynced && !isInMemory(Number(stats.dev))) await syncFolder(location.fd);
    return { name: committed.name, stats, isNew: committed.was === null };
  } catch (error) {
    await sys.unlink(childPath(location.fd, temporary.name)).catch(() => {}); // gone when the commit had succeeded
    throw error;
  } finally {
    await closeQuietly(fd);
  }
}

type Sent = { fd: number; options: WriteOptions };
type Failed = Sent & { error: unknown };

/**
 * The very file that was sent before: where it is to replace one, under its name; where both are to be kept, under the names that it may
 * have got. Null where it has not come.
 */
async function findKept(location: Location, { fd, options }: Sent): Promise<EntryStat | null> {
  const { mtimeMs, takesSame, conflict, signal } = options;
  if (takesSame !== true || conflict === "fail" || mtimeMs === undefined) return null;
  for (const name of freeNames(location.name)) {
    if ((await sys.lstatIfAny(childPath(location.fd, name))) === null) return null;
    const isIn: Wanted["isIn"] = (standing) => holdsFile(standing, fd, signal);
    const same = await findSame({ ...location, name }, { mtimeMs, isIn });
    if (same !== null || conflict === "replace") return same;
  }
  return null;
}

/** The name was taken while it was written: maybe by the request before, whose connection broke. Throws what was thrown. */
async function findCommitted(location: Location, { error, fd, options }: Failed): Promise<EntryStat> {
  const { mtimeMs, takesSame, conflict, signal } = options;
  const mayBeSame = takesSame === true && conflict === "fail" && mtimeMs !== undefined && isErrno(error, "EEXIST");
  if (!mayBeSame) throw error;
  const same = await findSame(location, { mtimeMs, isIn: (standing) => holdsFile(standing, fd, signal) });
  if (same === null) throw error;
  return same;
}

const isSame = (one: BigIntStats, other: BigIntStats) => one.dev === other.dev && one.ino === other.ino;

/** Memory has nothing to sync. A network disk may set the time while it syncs: what counts is what is seen afterwards. */
export async function syncFile(fd: number): Promise<BigIntStats> {
  const stats = await sys.fstatBig(fd);
  if (isInMemory(Number(stats.dev))) return stats;
  await sys.fsync(fd);
  return sys.fstatBig(fd);
}
