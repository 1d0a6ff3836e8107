import { createHash } from "node:crypto";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { temporaryName } from "@/lib/server/storage/own-names";
import type { Policy } from "@/lib/server/storage/policy";
import { keptNowhere } from "@/lib/server/storage/kept-nowhere";
import { readSource } from "@/lib/server/storage/read-source";
import { assertWritable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import type { WriteOptions, WriteResult, WriteSource } from "@/lib/server/storage/storage";
import type { SftpAttributes } from "./protocol/packet";
import { isStatus, statusCodes, throwIfAborted, toAppError } from "./protocol/sftp-status";
import { openFlags, type SftpHandle, type SftpSession } from "./protocol/sftp-session";
import { assertReplaceable, assertUnchanged, commitFile } from "./commit-file";
import type { Keeping } from "./keep-replaced";
import { maxSeenBytes } from "./seen-contents";
import { etagOf, kindOf, timesOf } from "./sftp-entry";
import { placeAt, removeTemporary } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";
import { writeFailure, writePieces } from "./write-pieces";

/** Fills a new file; gives how much there is in it and, where it was seen, its SHA-256. */
export type Fill = (session: SftpSession, handle: SftpHandle) => Promise<{ sizeBytes: number; digest: string | null }>;

type Writing = { path: VirtualPath; fill: Fill; options: Omit<WriteOptions, "maxBytes" | "head"> };

/** See {@link Storage.write}. */
export function writeSftpFile(
  resolver: SftpResolver,
  { path, source, options }: { path: VirtualPath; source: WriteSource; options: WriteOptions },
): Promise<WriteResult & { isNew: boolean }> {
  return fillSftpFile(resolver, { path, fill: fillFrom(source, options), options });
}

function fillFrom(source: WriteSource, { maxBytes, signal, takesSame, head }: WriteOptions): Fill {
  return async (session, handle) => {
    const hash = createHash("sha256");
    let seen = 0;
    const watched = async function* watched() {
      for await (const chunk of readSource(source, { maxBytes, signal })) {
        seen += chunk.byteLength;
        if (takesSame === true || seen <= maxSeenBytes) hash.update(chunk);
        yield chunk;
      }
    };
    const sizeBytes = await writePieces(watched(), { session, handle });
    const first = head?.() ?? null;
    if (first !== null) await session.write(handle, 0, first);
    const isHashed = first === null && (takesSame === true || sizeBytes <= maxSeenBytes);
    return { sizeBytes, digest: isHashed ? hash.digest("hex") : null };
  };
}

/** A new file in the place of a path: filled beside it, then renamed. A link stays one: the file that it leads to is replaced. */
export async function fillSftpFile(
  resolver: SftpResolver,
  { path, fill, options }: Writing,
): Promise<WriteResult & { isNew: boolean }> {
  const { conflict, ifMatch, takesSame } = options;
  throwIfAborted(options.signal);
  let location = await resolver.location(path);
  const toFolder = parentOf(path) ?? path;
  const replaced = options.replaced ?? null;
  const keeping: Keeping = { toFolder, replaced };
  try {
    assertWritable(location.policy, location, location.name);
    let old = await lookUp(location);
    if (old !== null && conflict === "fail" && takesSame !== true) throw new AppError("file/exists");
    if (conflict === "replace") {
      if (old !== null && kindOf(old) === "link") {
        location = await resolver.behind(path);
        // It has no path that the caller knows.
        keeping.replaced = keptNowhere(replaced);
        assertWritable(location.policy, location, location.name);
        old = await lookUp(location);
      }
      assertReplaceable(old);
      await assertUnchanged(resolver, location, old, ifMatch);
    }
    const { name, attributes, isNew } = await writeBeside(resolver, location, { old, fill, options, keeping });
    const shown = conflict === "rename" ? joinVirtualPath(toFolder, name) : path;
    const { sizeBytes = 0, mtimeS = 0 } = attributes;
    return { path: shown, etag: etagOf(attributes), sizeBytes, mtimeMs: mtimeS * 1000, isNew };
  } catch (error) {
    throw toAppError(error);
  }
}

type Beside = { old: SftpAttributes | null; keeping: Keeping } & Pick<Writing, "fill" | "options">;

async function writeBeside(resolver: SftpResolver, location: Location, { old, fill, options, keeping }: Beside) {
  const { host, policy, path: folder } = location;
  const { session } = host;
  const { conflict, ifMatch, mtimeMs, takesSame, isSyncedLater, signal, mode, maxMode } = options;
  const { seen, leftovers, changes } = resolver.shared;
  const temporary = joinPlace(folder, temporaryName());
  // What replaces a private file, or is one's copy, is private from its first byte on.
  const isReplacing = conflict === "replace" && old !== null;
  const isPrivate = isReplacing || mode !== undefined;
  const first = isPrivate ? { mode: 0o600 } : maxMode === undefined ? {} : { mode: maxMode & 0o777 };
  let handle: SftpHandle | null = null;
  const close = async () => {
    const open = handle;
    handle = null;
    if (open !== null) await session.close(open);
  };
  try {
    handle = await session.open(temporary, openFlags.write | openFlags.create | openFlags.exclusive, first);
    const open = handle;
    const { sizeBytes, digest } = await fill(session, open);
    throwIfAborted(signal);
    const seal = async (replaced: SftpAttributes | null) => {
      if (replaced !== null) await takeAttributes(session, open, { replaced, policy });
      if (mode !== undefined) await session.fsetstat(open, { mode });
      const times = mtimeMs === undefined ? null : timesOf(mtimeMs);
      if (times !== null) await session.fsetstat(open, times);
      if (isSyncedLater !== true && session.offers("fsync@openssh.com")) await session.fsync(open);
      let attributes = await session.fstat(open);
      if (times === null) attributes = await makeLater(session, open, [replaced, attributes]);
      await close(); // some servers rename nothing that is open
      // What a host says that it has written, and what it has; some know only now.
      if (attributes.sizeBytes !== sizeBytes) attributes = await session.lstat(temporary);
      if ((attributes.sizeBytes ?? sizeBytes) !== sizeBytes) throw new AppError("file/io", { code: "EIO" });
      throwIfAborted(signal);
      return attributes;
    };
    const isTaken = takesSame === true && mtimeMs !== undefined && digest !== null;
    const sent = isTaken ? { digest, sizeBytes, mtimeMs } : null;
    const committed = await commitFile(resolver, location, { temporary, conflict, ifMatch, keeping, sent, seal });
    if (committed.isSame) {
      await close();
      await removeTemporary(leftovers, host, temporary);
    }
    const place = placeAt(host, pathIn({ path: folder, name: committed.name }));
    if (digest !== null && sizeBytes <= maxSeenBytes) seen.note(place, etagOf(committed.attributes), digest);
    for (const tell of changes) tell(location.real);
    return committed;
  } catch (error) {
    const failure = await writeFailure(session, temporary, error);
    await close().catch(() => {}); // what was thrown says more
    await removeTemporary(leftovers, host, temporary);
    throw failure;
  }
}

type Taking = { replaced: SftpAttributes; policy: Policy };

/**
 * Owner and mode of the file that is replaced. An owner other than the account's is kept where the account may give files away; what somebody other than root
 * has written never runs with the rights of its owner or group.
 */
export async function takeAttributes(
  session: SftpSession,
  handle: SftpHandle,
  { replaced, policy }: Taking,
): Promise<void> {
  const { uid, gid, mode } = replaced;
  const own = await session.fstat(handle);
  const isOwned = uid === own.uid && gid === own.gid;
  const isGiven =
    isOwned ||
    (uid !== undefined &&
      gid !== undefined &&
      (await session.fsetstat(handle, { uid, gid }).then(() => true, ignoreRefused)));
  if (mode !== undefined) await session.fsetstat(handle, { mode: mode & (isGiven && policy.isRoot ? 0o7777 : 0o777) });
}

function ignoreRefused(error: unknown): false {
  if (isStatus(error, statusCodes.denied, statusCodes.failure, statusCodes.unsupported)) return false;
  throw error;
}

/** Between clocks and quick saves; a file from the far future does not drag its successors along. */
const nearS = 60;

/** Gives a file a later time than the one that it replaces, whatever their lengths: it is to have an ETag that none before it had. */
export async function makeLater(
  session: SftpSession,
  handle: SftpHandle,
  [replaced, attributes]: readonly [SftpAttributes | null, SftpAttributes],
): Promise<SftpAttributes> {
  const [before, now] = [replaced?.mtimeS ?? 0, attributes.mtimeS ?? 0];
  if (replaced === null || before < now || before - now > nearS) return attributes;
  await session.fsetstat(handle, timesOf((before + 1) * 1000));
  return session.fstat(handle);
}
