import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { newPartId, partName } from "@/lib/server/storage/own-names";
import { readSource } from "@/lib/server/storage/read-source";
import { assertPlaceWritable, assertWritable } from "@/lib/server/storage/rights";
import type { Keeping } from "@/lib/server/storage/keeping";
import type {
  AppendOptions,
  PartFile,
  PartStorage,
  PartTarget,
  RecordPart,
  WriteResult,
} from "@/lib/server/storage/storage";
import type { SftpAttributes } from "./protocol/packet";
import { asAppError, isStatus, statusCodes, throwIfAborted, toAppError } from "./protocol/sftp-status";
import { openFlags, type SftpHandle, type SftpSession } from "./protocol/sftp-session";
import { assertReplaceable, commitFile } from "./commit-file";
import { digestOf } from "./content-digest";
import { readPieces } from "./read-pieces";
import { etagOf, kindOf, timesOf } from "./sftp-entry";
import { placeAt, removeTemporary } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";
import { writeFailure, writePieces } from "./write-pieces";
import { fillSftpFile, makeLater, takeAttributes } from "./write-sftp-file";

const idPattern = /^[0-9a-f]{32}$/;

type Open = { location: Location; session: SftpSession; handle: SftpHandle };

/** See {@link PartStorage}. */
export function createSftpParts(resolver: SftpResolver): PartStorage {
  const run = <T>(part: PartFile, flags: number, work: (open: Open) => Promise<T>) =>
    withPart(resolver, { part, flags }, work);
  const sizeOf = async ({ session, handle }: Open) => (await session.fstat(handle)).sizeBytes ?? 0;

  async function assertOffset(open: Open, offset: number): Promise<void> {
    const size = await sizeOf(open);
    if (size !== offset) throw new AppError("upload/offset", {}, { detail: { offset: size } });
  }

  async function append(open: Open, source: AsyncIterable<Uint8Array>, options: AppendOptions): Promise<void> {
    const { offset, maxBytes, signal, onChunk } = options;
    throwIfAborted(signal);
    await assertOffset(open, offset);
    const watched = async function* watched() {
      for await (const chunk of readSource(source, { maxBytes, signal })) {
        onChunk?.(chunk);
        yield chunk;
      }
    };
    await writePieces(watched(), { ...open, at: offset });
  }

  async function* read(part: PartFile, sizeBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    const open = await openPart(resolver, part, openFlags.read);
    try {
      let seen = 0;
      for await (const piece of readPieces(open.session, open.handle, { at: 0, end: sizeBytes })) {
        seen += piece.length;
        yield piece;
      }
      if (seen < sizeBytes) throw new AppError("file/io", { code: "EIO" });
    } catch (error) {
      throw toAppError(error);
    } finally {
      await open.session.close(open.handle).catch(() => {}); // nothing was written
    }
  }

  return {
    create: (folder, target, record) => createPart(resolver, folder, { target, record }),
    size: (part) => run(part, openFlags.read, sizeOf),
    append: (part, source, options) => run(part, openFlags.write, (open) => append(open, source, options)),
    take: (part, from, options) =>
      run(part, openFlags.write, async (open) => {
        const sizeBytes = await run(from, openFlags.read, sizeOf);
        await append(open, read(from, sizeBytes), { ...options, maxBytes: Infinity });
      }),
    cut: (part, sizeBytes) =>
      run(part, openFlags.write, ({ session, handle }) => session.fsetstat(handle, { sizeBytes })),
    read,
    seal: (part, target) => run(part, openFlags.write, (open) => seal(open, target)),
    place: (part, target, keeping) => placePart(resolver, part, { target, keeping }),
    async remove(part) {
      try {
        await asAppError(
          partLocation(resolver, part).then((location) => location.host.session.remove(pathIn(location))),
        );
      } catch (error) {
        if (!isAppError(error) || error.key !== "file/not-found") throw error;
      }
    },
  };
}

/** The folder with the name that the part is for: what the actor may do there is asked every time. */
async function locationIn(resolver: SftpResolver, folder: VirtualPath, name: EntryName): Promise<Location> {
  const { attributes: _, ...found } = await resolver.findFolder(folder);
  const location = { ...found, name };
  assertPlaceWritable(location.policy, location, name);
  if (location.access !== "write") throw new AppError("file/read-only");
  return location;
}

/** An id of ours, never a path of somebody's. */
async function partLocation(resolver: SftpResolver, { folder, id }: PartFile): Promise<Location> {
  if (!idPattern.test(id)) throw new AppError("file/not-found");
  return locationIn(resolver, folder, partName(id) as EntryName); // letters, digits and dots
}

type NewPart = { target: Omit<PartTarget, "mtimeMs">; record: RecordPart };

async function createPart(resolver: SftpResolver, folder: VirtualPath, { target, record }: NewPart) {
  const location = await locationIn(resolver, folder, target.name);
  const { session } = location.host;
  assertWritable(location.policy, location, target.name);
  const old = target.conflict === "rename" ? null : await asAppError(lookUp(location));
  if (old !== null) {
    if (target.conflict === "fail") throw new AppError("file/exists");
    if (kindOf(old) === "folder") throw new AppError("file/not-file");
  }
  const id = newPartId();
  const path = pathIn({ path: location.path, name: partName(id) as EntryName }); // as above
  await record({ id, place: placeAt(location.host, path) });
  // What replaces a private file is private from its first byte on.
  const first = old === null ? {} : { mode: 0o600 };
  const flags = openFlags.write | openFlags.create | openFlags.exclusive;
  await asAppError(session.open(path, flags, first).then((handle) => session.close(handle)));
  return { id };
}

async function openPart(resolver: SftpResolver, part: PartFile, flags: number): Promise<Open> {
  const location = await partLocation(resolver, part);
  const { session } = location.host;
  const standing = await asAppError(lookUp(location));
  if (standing === null || kindOf(standing) !== "file") throw new AppError("file/not-found");
  return { location, session, handle: await asAppError(session.open(pathIn(location), flags)) };
}

async function withPart<T>(
  resolver: SftpResolver,
  { part, flags }: { part: PartFile; flags: number },
  work: (open: Open) => Promise<T>,
): Promise<T> {
  const open = await openPart(resolver, part, flags);
  let isClosed = false;
  try {
    const result = await work(open);
    isClosed = true;
    // What was written may fail only now, where the host's disk is itself on a network.
    await open.session.close(open.handle);
    return result;
  } catch (error) {
    if (!isClosed) await open.session.close(open.handle).catch(() => {}); // what was thrown says more
    throw await writeFailure(open.session, pathIn(open.location), error);
  }
}

/** What a part is to replace; null when the name is free, or when a free one is looked for anyway. A link's file is replaced at the end. */
async function findOld(location: Location, { conflict, name }: PartTarget): Promise<SftpAttributes | null> {
  return conflict === "replace" ? lookUp({ ...location, name }) : null;
}

async function seal({ location, session, handle }: Open, target: PartTarget): Promise<{ etag: string }> {
  assertWritable(location.policy, location, target.name);
  const old = await findOld(location, target);
  const replaced = old === null || kindOf(old) === "link" ? null : old;
  if (replaced !== null) {
    assertReplaceable(replaced);
    await takeAttributes(session, handle, { replaced, policy: location.policy });
  }
  if (target.mtimeMs !== null) await session.fsetstat(handle, timesOf(target.mtimeMs));
  const attributes = await session.fstat(handle);
  const last = target.mtimeMs === null ? await makeLater(session, handle, [replaced, attributes]) : attributes;
  if (session.offers("fsync@openssh.com")) await session.fsync(handle);
  return { etag: etagOf(last) };
}

type Placing = { target: PartTarget; keeping: Keeping };

async function placePart(resolver: SftpResolver, part: PartFile, placing: Placing): Promise<WriteResult> {
  const { target, keeping } = placing;
  const location = await partLocation(resolver, part);
  const { host } = location;
  const { session } = host;
  assertWritable(location.policy, location, target.name);
  try {
    const attributes = await session.lstat(pathIn(location));
    const old = await findOld(location, target);
    if (old !== null && kindOf(old) === "link") return await placeThroughLink(resolver, part, placing);
    const { sizeBytes = 0 } = attributes;
    const isSentAgain = target.conflict === "fail" && target.mtimeMs !== null;
    const named = { ...location, name: target.name };
    const mayBeSame = isSentAgain && (await lookUp(named))?.sizeBytes === sizeBytes;
    const sent =
      mayBeSame && target.mtimeMs !== null
        ? { digest: await digestOf(session, pathIn(location), sizeBytes), sizeBytes, mtimeMs: target.mtimeMs }
        : null;
    const commit = {
      temporary: pathIn(location),
      conflict: target.conflict,
      keeping: { toFolder: part.folder, replaced: keeping.replaced },
      sent,
      seal: async () => attributes,
    };
    const { name, attributes: now, isSame } = await commitFile(resolver, named, commit);
    if (isSame) await removeTemporary(resolver.shared.leftovers, host, pathIn(location));
    for (const tell of resolver.shared.changes) tell(location.real);
    const { sizeBytes: size = 0, mtimeS = 0 } = now;
    return { path: joinVirtualPath(part.folder, name), etag: etagOf(now), sizeBytes: size, mtimeMs: mtimeS * 1000 };
  } catch (error) {
    if (isStatus(error, statusCodes.noSuchFile)) throw new AppError("file/not-found", {}, { cause: error });
    throw toAppError(error);
  }
}

/** The link may lead to another disk: its file is replaced as `write` does it, and the part goes. */
async function placeThroughLink(resolver: SftpResolver, part: PartFile, { target, keeping }: Placing) {
  const { name, conflict, mtimeMs } = target;
  const from = await openPart(resolver, part, openFlags.read);
  const { sizeBytes: end = 0 } = await from.session.fstat(from.handle);
  try {
    const { isNew: _, ...result } = await fillSftpFile(resolver, {
      path: joinVirtualPath(part.folder, name),
      options: { conflict, ...(mtimeMs === null ? {} : { mtimeMs }), ...keeping },
      fill: async (session, handle) => {
        const source = readPieces(from.session, from.handle, { at: 0, end });
        return { sizeBytes: await writePieces(source, { session, handle }), digest: null };
      },
    });
    await from.session.remove(pathIn(from.location));
    return result;
  } finally {
    await from.session.close(from.handle).catch(() => {}); // nothing was written
  }
}
