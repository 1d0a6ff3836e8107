import type { BigIntStats } from "node:fs";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { WriteOptions, WriteResult } from "@/lib/server/storage/storage";
import { copyAttributes } from "./attributes";
import { etagOf, kindOf, statOf } from "./entries";
import { isErrno, throwIfAborted, toAppError } from "./errno";
import { childPath, parentOfHost, toFsPath } from "./fs-path";
import type { Journal } from "./journal";
import { commitFile, syncFolder } from "./place-entry";
import { assertWritable, realPathOf, type Resolver, type Seat } from "./resolver";
import { closeQuietly, openFlags, sys } from "./sys";
import { temporaryName } from "./temporary";
import { withLock } from "./with-lock";
import { writeChunks } from "./write-chunks";

type Old = { fd: number; stats: BigIntStats };
type WriteInput = { path: VirtualPath; source: AsyncIterable<Uint8Array>; options: WriteOptions };

/** See {@link Storage.write}. A replaced link stays a link: the file that it leads to is replaced. */
export async function writeFile(resolver: Resolver, journal: Journal, input: WriteInput): Promise<WriteResult> {
  const { path, options } = input;
  throwIfAborted(options.signal);
  let seat = await resolver.openSeat(path, openFlags.folder);
  let old: Old | null = null;
  try {
    assertWritable(resolver.policy, seat, seat.name);
    old = await openOld(seat, options);
    if (old !== null && kindOf(old.stats) === "link") {
      await closeQuietly(old.fd);
      old = null;
      const behind = await openBehindLink(resolver, path);
      await closeQuietly(seat.fd);
      seat = behind;
      old = await openOld(seat, options);
    }
    assertReplaceable(old, options);
    const { name, stats } = await writeBeside(seat, old, journal, input);
    const parent = parentOf(path) ?? path;
    // Behind a link the name on disk is the target's; the caller keeps the one that it asked for.
    const shown = options.conflict === "rename" ? joinVirtualPath(parent, name) : path;
    const { etag, sizeBytes, mtimeMs } = statOf(stats, name, true);
    return { path: shown, etag, sizeBytes, mtimeMs };
  } catch (error) {
    throw toAppError(error);
  } finally {
    if (old !== null) await closeQuietly(old.fd);
    await closeQuietly(seat.fd);
  }
}

/** What the name holds now. `fail` learns here, before any byte is sent; `rename` does not care. */
async function openOld(seat: Seat, { conflict }: WriteOptions): Promise<Old | null> {
  if (conflict === "rename") return null;
  try {
    if (conflict === "fail") {
      await sys.lstat(childPath(seat.fd, seat.name));
      throw new AppError("file/exists");
    }
    const fd = await sys.open(childPath(seat.fd, seat.name), openFlags.placeNoFollow);
    return { fd, stats: await sys.fstatBig(fd) };
  } catch (error) {
    if (isErrno(error, "ENOENT")) return null;
    throw error;
  }
}

function assertReplaceable(old: Old | null, { ifMatch }: WriteOptions): void {
  const kind = old === null ? "file" : kindOf(old.stats);
  if (kind === "folder") throw new AppError("file/not-file");
  if (kind !== "file") throw new AppError("file/special");
  if (ifMatch !== undefined) assertUnchanged(old?.stats ?? null, ifMatch);
}

function assertUnchanged(stats: BigIntStats | null, ifMatch: string): void {
  const etag = stats === null ? "" : etagOf(stats);
  if (etag !== ifMatch) throw new AppError("file/changed", {}, { detail: { etag } });
}

/** The folder and name that a link's chain ends at, checked like any other place. */
async function openBehindLink(resolver: Resolver, path: VirtualPath): Promise<Seat> {
  const target = await resolver.openPlace(path);
  await closeQuietly(target.fd);
  const parent = parentOfHost(target.real);
  const fd = await sys.open(toFsPath(parent), openFlags.folder);
  try {
    const real = await realPathOf(fd);
    const name = target.real.slice(target.real.lastIndexOf("/") + 1) as EntryName; // as the kernel reports it
    const seat = { fd, real, name, access: resolver.policy.access(real), root: target.root };
    assertWritable(resolver.policy, seat, name);
    return seat;
  } catch (error) {
    await closeQuietly(fd);
    throw error;
  }
}

async function writeBeside(seat: Seat, old: Old | null, journal: Journal, { source, options }: WriteInput) {
  await journal.recordFolder(seat.real);
  const temporary = { fd: seat.fd, name: temporaryName() };
  // What replaces a private file is private from its first byte on.
  const fd = await sys.open(childPath(seat.fd, temporary.name), openFlags.createNew, old === null ? 0o666 : 0o600);
  try {
    if (old !== null) await copyAttributes(old.fd, fd);
    const { maxBytes, signal } = options;
    const sizeBytes = await writeChunks({ fd, source, maxBytes, signal });
    if (old !== null) await keepOwnerAndMode(fd, old.stats);
    // With nothing written the time would still be the old file's, from its attributes.
    const mtimeMs = options.mtimeMs ?? (old !== null && sizeBytes === 0 ? Date.now() : null);
    if (mtimeMs !== null) await sys.futimes(fd, Date.now() / 1000, mtimeMs / 1000);
    await sys.fsync(fd);
    throwIfAborted(signal);
    const stats = await sys.fstatBig(fd);
    const name = await commit(seat, temporary, options);
    await syncFolder(seat.fd);
    return { name, stats };
  } catch (error) {
    await sys.unlink(childPath(seat.fd, temporary.name)).catch(() => {}); // gone when the commit had succeeded
    throw error;
  } finally {
    await closeQuietly(fd);
  }
}

function commit(seat: Seat, temporary: { fd: number; name: string }, { conflict, ifMatch }: WriteOptions) {
  if (conflict !== "replace") return commitFile(temporary, seat.name, conflict);
  return withLock(`${seat.real}/${seat.name}`, async () => {
    if (ifMatch !== undefined) {
      const stats = await sys.lstatBig(childPath(seat.fd, seat.name)).catch(() => null);
      assertUnchanged(stats, ifMatch);
    }
    return commitFile(temporary, seat.name, "replace");
  });
}

/** Owner first: chown clears set-user-id. Without the right to give files away, those bits are dropped. */
async function keepOwnerAndMode(fd: number, { uid, gid, mode }: BigIntStats): Promise<void> {
  const owned = await sys.fchown(fd, Number(uid), Number(gid)).then(
    () => true,
    () => false,
  );
  await sys.fchmod(fd, Number(mode) & (owned ? 0o7777 : 0o777));
}
