import { assertPlaceWritable, assertWritable } from "@/lib/server/storage/rights";
import type { BigIntStats } from "node:fs";
import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Keeping } from "@/lib/server/storage/keeping";
import type {
  AppendOptions,
  EntryStat,
  PartFile,
  PartStorage,
  PartTarget,
  RecordPart,
  WriteResult,
} from "@/lib/server/storage/storage";
import { etagOf, kindOf, statOf } from "@/lib/server/storage/local/resolve/entries";
import { isErrno, throwIfAborted, toAppError } from "@/lib/server/storage/local/sys/errno";
import { joinPlace } from "@/lib/server/storage/scope";
import { childPath, fdPath } from "@/lib/server/storage/local/sys/fs-path";
import type { Journal } from "@/lib/server/storage/local/journal/journal";
import { syncFolder } from "@/lib/server/storage/local/journal/place-entry";
import type { Policy } from "@/lib/server/storage/policy";
import { isInMemory } from "@/lib/server/storage/local/sys/quick-disks";
import { assertRoom } from "@/lib/server/storage/local/sys/reserve";
import type { Resolver, Location } from "@/lib/server/storage/local/resolve/resolver";
import { closeQuietly, openFlags, sys } from "@/lib/server/storage/local/sys/sys";
import { setModified } from "@/lib/server/storage/local/sys/times";
import { commitTemporary } from "./commit-temporary";
import { keepAttributes, openStanding, type Old } from "./keep-attributes";
import { findSame, holdsFile } from "./same-file";
import { takeOver } from "./take-over";
import { newPartId, partName } from "@/lib/server/storage/own-names";
import { writeChunks } from "./write-chunks";
import { assertReplaceable, syncFile, writeFile } from "./write-file";

const readBytes = 1_048_576;
const idPattern = /^[0-9a-f]{32}$/;

type Open = { fd: number; location: Location };

/** See {@link PartStorage}. */
export function createParts(resolver: () => Promise<Resolver>, journal: Journal): PartStorage {
  return {
    create: async (folder, target, record) => createPart(await resolver(), folder, { target, record }),
    size: (part) => withPart(resolver, part, async ({ fd }) => Number((await sys.fstatBig(fd)).size)),
    append: (part, source, options) => withPart(resolver, part, ({ fd }) => append(fd, source, options)),
    take: (part, from, options) =>
      withPart(resolver, part, ({ fd }) => withPart(resolver, from, (other) => take([other.fd, fd], options))),
    cut: (part, sizeBytes) => withPart(resolver, part, ({ fd }) => sys.ftruncate(fd, sizeBytes)),
    read: (part, sizeBytes) => readPart(resolver, part, sizeBytes),
    seal: (part, target) => withPart(resolver, part, async (open) => seal(open, target, (await resolver()).policy)),
    place: (part, target, keeping) =>
      withPart(resolver, part, (open) => place(open, { part, target, keeping, resolver, journal })),
    remove: (part) => removePart(resolver, part),
  };
}

/** The folder with the name that the part is for: what the actor may do there is asked every time. */
async function openLocation(resolver: Resolver, folder: VirtualPath, name: EntryName): Promise<Location> {
  const location = { ...(await resolver.openHandle(folder, openFlags.folder)), name };
  try {
    assertPlaceWritable(resolver.policy, location, name);
    if (location.access !== "write") throw new AppError("file/read-only");
    return location;
  } catch (error) {
    await closeQuietly(location.fd);
    throw error;
  }
}

type NewPart = { target: Omit<PartTarget, "mtimeMs">; record: RecordPart };

async function createPart(resolver: Resolver, folder: VirtualPath, { target, record }: NewPart) {
  const location = await openLocation(resolver, folder, target.name);
  try {
    assertWritable(resolver.policy, location, target.name);
    const old = target.conflict === "rename" ? null : await sys.lstatIfAny(childPath(location.fd, location.name));
    if (old !== null) {
      if (target.conflict === "fail") throw new AppError("file/exists");
      if (old.isDirectory()) throw new AppError("file/not-file");
    }
    await assertRoom(location.fd, 0);
    const id = newPartId();
    await record({ id, place: joinPlace(location.real, partName(id)) });
    // What replaces a private file is private from its first byte on.
    const mode = old === null ? 0o666 : 0o600;
    await sys.close(await sys.open(childPath(location.fd, partName(id)), openFlags.createNew, mode));
    return { id };
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

async function withPart<T>(
  resolver: () => Promise<Resolver>,
  { folder, id }: PartFile,
  run: (open: Open) => Promise<T>,
): Promise<T> {
  // An id of ours, never a path of somebody's.
  if (!idPattern.test(id)) throw new AppError("file/not-found");
  const name = partName(id) as EntryName; // letters, digits and dots
  const location = await openLocation(await resolver(), folder, name);
  try {
    const fd = await sys.open(childPath(location.fd, name), openFlags.readWriteNoFollow);
    try {
      if (kindOf(await sys.fstat(fd)) !== "file") throw new AppError("file/not-found");
      return await run({ fd, location });
    } finally {
      await closeQuietly(fd);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(location.fd);
  }
}

async function append(fd: number, source: AsyncIterable<Uint8Array>, options: AppendOptions): Promise<void> {
  const { offset, maxBytes, signal, onChunk } = options;
  throwIfAborted(signal);
  await assertOffset(fd, offset);
  await writeChunks({ fd, source, maxBytes, signal, start: offset, keepsPart: true, onChunk });
}

async function take([fromFd, fd]: readonly [number, number], options: Omit<AppendOptions, "maxBytes">): Promise<void> {
  await assertOffset(fd, options.offset);
  const sizeBytes = Number((await sys.fstatBig(fromFd)).size);
  await takeOver([fromFd, fd], { ...options, sizeBytes });
}

async function assertOffset(fd: number, offset: number): Promise<void> {
  const size = Number((await sys.fstatBig(fd)).size);
  if (size !== offset) throw new AppError("upload/offset", {}, { detail: { offset: size } });
}

async function* readPart(resolver: () => Promise<Resolver>, part: PartFile, sizeBytes: number) {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const fd = await withPart(resolver, part, async ({ fd: open }) => sys.open(fdPath(open), openFlags.read));
  try {
    for (let position = 0; position < sizeBytes;) {
      const got = await sys.read(fd, buffer, 0, Math.min(readBytes, sizeBytes - position), position);
      if (got === 0) throw new AppError("file/io", { code: "EIO" });
      position += got;
      yield buffer.subarray(0, got);
    }
  } catch (error) {
    throw toAppError(error);
  } finally {
    await closeQuietly(fd);
  }
}

/** What the name holds now; null when it is free, or when a free one is looked for anyway. */
async function openOld(location: Location, { conflict, name }: PartTarget): Promise<Old | null> {
  return conflict === "replace" ? openStanding({ fd: location.fd, name }) : null;
}

const isLink = (old: Old | null) => old !== null && kindOf(old.stats) === "link";

async function seal({ fd, location }: Open, target: PartTarget, policy: Policy): Promise<{ etag: string }> {
  assertWritable(policy, location, target.name);
  const old = await openOld(location, target);
  try {
    if (old !== null && !isLink(old)) {
      assertReplaceable(old, {});
      await keepAttributes(fd, old, policy);
    }
    const { mtimeMs } = target;
    if (mtimeMs !== null) await setModified(fd, mtimeMs, { replaces: old !== null });
    return { etag: etagOf(await syncFile(fd)) };
  } finally {
    if (old !== null) await closeQuietly(old.fd);
  }
}

type Placing = {
  part: PartFile;
  target: PartTarget;
  keeping: Keeping;
  resolver: () => Promise<Resolver>;
  journal: Journal;
};

async function place({ fd, location }: Open, placing: Placing): Promise<WriteResult> {
  const { part, target, keeping } = placing;
  const resolver = await placing.resolver();
  assertWritable(resolver.policy, location, target.name);
  const temporary = { fd: location.fd, name: partName(part.id) };
  const stats = await sys.fstatBig(fd);
  const old = await openOld(location, target);
  try {
    if (isLink(old)) return await writeThroughLink(placing, stats);
    assertReplaceable(old, {});
  } finally {
    if (old !== null) await closeQuietly(old.fd);
  }
  const named = { ...location, name: target.name };
  const { journal } = placing;
  const committing = { resolver, journal, toFolder: part.folder, conflict: target.conflict, ...keeping };
  const committed = (await isPlaced(location, target.name, stats))
    ? await dropPart(temporary, target.name)
    : await commitTemporary(named, temporary, committing).then(
        ({ name }) => name,
        async (error: unknown) => {
          const same = isErrno(error, "EEXIST") ? await findPlaced(named, { fd, target }) : null;
          if (same === null) throw error;
          await dropPart(temporary, target.name);
          return same;
        },
      );
  if (typeof committed !== "string") {
    const { etag, sizeBytes, mtimeMs } = committed;
    return { path: joinVirtualPath(part.folder, target.name), etag, sizeBytes, mtimeMs };
  }
  const name = committed;
  if (!isInMemory(Number(stats.dev))) await syncFolder(location.fd);
  const { etag, sizeBytes, mtimeMs } = statOf(stats, name, true);
  return { path: joinVirtualPath(part.folder, name), etag, sizeBytes, mtimeMs };
}

/** The same file, sent twice: after a kill by another way, or from two windows. */
async function findPlaced(
  location: Location,
  { fd, target: { conflict, mtimeMs } }: { fd: number; target: PartTarget },
): Promise<EntryStat | null> {
  if (conflict !== "fail" || mtimeMs === null) return null;
  return findSame(location, { mtimeMs, isIn: (standing) => holdsFile(standing, fd) });
}

/** A kill between link and unlink (place-entry.ts) leaves the whole file under both names. */
async function isPlaced(location: Location, name: EntryName, { dev, ino, nlink }: BigIntStats): Promise<boolean> {
  if (nlink < 2n) return false;
  const there = await sys.lstatBig(childPath(location.fd, name)).catch(() => null);
  return there !== null && there.dev === dev && there.ino === ino;
}

async function dropPart({ fd, name }: { fd: number; name: string }, placed: EntryName): Promise<EntryName> {
  await sys.unlink(childPath(fd, name));
  return placed;
}

/** The link may lead to another disk: its file is replaced as `write` does it, and the part goes. */
async function writeThroughLink({ part, target, keeping, resolver, journal }: Placing, { size }: BigIntStats) {
  const { conflict, mtimeMs } = target;
  const copied = (async function* copy() {
    // writeChunks gathers chunks before it writes: each needs memory of its own.
    for await (const chunk of readPart(resolver, part, Number(size))) yield Buffer.from(chunk);
  })();
  const path = joinVirtualPath(part.folder, target.name);
  const options = { conflict, ...(mtimeMs === null ? {} : { mtimeMs }), ...keeping };
  const result = await writeFile(await resolver(), journal, { path, source: copied, options });
  await removePart(resolver, part);
  return result;
}

async function removePart(resolver: () => Promise<Resolver>, part: PartFile): Promise<void> {
  try {
    await withPart(resolver, part, ({ location }) => sys.unlink(childPath(location.fd, location.name)));
  } catch (error) {
    if (!isAppError(error) || error.key !== "file/not-found") throw error;
  }
}
