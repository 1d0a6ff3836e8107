import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, parentOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import { temporaryName } from "@/lib/server/storage/own-names";
import { accessToChild, assertWritable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import type { Conflict } from "@/lib/server/storage/storage";
import { isSizeDoubtful } from "@/lib/server/storage/unsized";
import type { Arrived, InsideCopy, InsideMove } from "@/lib/server/storage/transfer-inside";
import { stampOf } from "@/lib/server/storage/noted";
import { asAppError, isStatus, statusCodes, throwIfAborted } from "./protocol/sftp-status";
import { openFlags, type SftpHandle, type SftpSession } from "./protocol/sftp-session";
import { assertReplaceable, renameOver, renameToFree } from "./commit-file";
import { giveName, type Keeping } from "./keep-replaced";
import { readPieces } from "./read-pieces";
import { kindOf } from "./sftp-entry";
import { removeTemporary } from "./sftp-host";
import { lookUp } from "./sftp-links";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";
import { writePieces } from "./write-pieces";
import { fillSftpFile, type Fill } from "./write-sftp-file";

/** The server answers nobody while it copies, and hears of no end before it is through with a piece. */
const pieceBytes = 16 * 1_048_576;

/** `source`: the way to where it is, if that is not the one to where it goes. */
type Copying = { from: VirtualPath; to: VirtualPath; options: InsideCopy; source?: SftpResolver };

/** A file or a link copied on its host: by the host itself where it can, else by way of us. Null where the hosts are two, or the size may not be true. */
export async function copySftpEntry(
  resolver: SftpResolver,
  { from, to, options, source: way = resolver }: Copying,
): Promise<Arrived | null> {
  const source = await way.location(from);
  if (accessToChild(source.policy, source, source.name) === "none") throw new AppError("file/not-found");
  const target = await resolver.location(to);
  if (source.host.key !== target.host.key) return null;
  const attributes = await asAppError(source.host.session.lstat(pathIn(source)));
  const kind = kindOf(attributes);
  if (kind === "link") return asAppError(copyLink(resolver, { source, target, to, options }));
  if (kind === "folder") throw new AppError("file/not-file");
  if (kind === "special") throw new AppError("file/special");
  const { sizeBytes = 0, mtimeS = 0, mode } = attributes;
  // Neither way here goes on to the end of what is longer than it says.
  if (isSizeDoubtful(sizeBytes)) return null;
  const fill: Fill = async (session, handle) => {
    await asAppError(copyContent(session, [pathIn(source), handle], { sizeBytes, ...options }));
    return { sizeBytes, digest: null };
  };
  const { conflict, signal, replaced } = options;
  const kept = { mtimeMs: mtimeS * 1000, ...(mode === undefined ? {} : { mode: mode & 0o777 }) };
  const { path, etag } = await fillSftpFile(resolver, {
    path: to,
    fill,
    options: { conflict, signal, ...kept, replaced },
  });
  return { path, noted: { id: null, stamp: stampOf({ kind, etag }) } };
}

type Content = Pick<InsideCopy, "signal" | "onBytes"> & { sizeBytes: number };

async function copyContent(
  session: SftpSession,
  [path, to]: readonly [string, SftpHandle],
  content: Content,
): Promise<void> {
  const { sizeBytes, signal, onBytes } = content;
  const from = await session.open(path, openFlags.read);
  try {
    if (!session.offers("copy-data")) {
      const pieces = async function* pieces() {
        for await (const piece of readPieces(session, from, { at: 0, end: sizeBytes })) {
          throwIfAborted(signal);
          onBytes(piece.length);
          yield piece;
        }
      };
      const written = await writePieces(pieces(), { session, handle: to });
      if (written !== sizeBytes) throw new AppError("file/io", { code: "EIO" });
      return;
    }
    for (let at = 0; at < sizeBytes; at += pieceBytes) {
      throwIfAborted(signal);
      const length = Math.min(pieceBytes, sizeBytes - at);
      await session.copyData(from, to, { at, length });
      onBytes(length);
    }
    if ((await session.fstat(to)).sizeBytes !== sizeBytes) throw new AppError("file/io", { code: "EIO" });
  } finally {
    await session.close(from).catch(() => {}); // nothing was written to it
  }
}

type LinkCopy = { source: Location; target: Location; to: VirtualPath; options: InsideMove };

/** With the text as it is, wherever it leads from there. Made beside its name, then renamed, as files are. */
async function copyLink(resolver: SftpResolver, { source, target, to, options }: LinkCopy): Promise<Arrived> {
  const { host, policy, path: folder } = target;
  const { conflict, replaced } = options;
  const toFolder = parentOf(to) ?? to;
  const { session } = host;
  assertWritable(policy, target, target.name);
  const text = await session.readlink(pathIn(source));
  const temporary = joinPlace(folder, temporaryName());
  try {
    await session.symlink(text, temporary);
    // A few servers take the two the other way round.
    const made = await session.readlink(temporary).catch((error: unknown) => {
      if (isStatus(error, statusCodes.noSuchFile)) return null;
      throw error;
    });
    if (made !== text) throw new AppError("storage/unsupported");
    const name = await placeLink(resolver, target, { temporary, conflict, keeping: { toFolder, replaced } });
    for (const tell of resolver.shared.changes) tell(target.real);
    const path = conflict === "replace" ? to : joinVirtualPath(toFolder, name);
    return { path, noted: { id: null, stamp: stampOf({ kind: "link", text }) } };
  } catch (error) {
    await removeTemporary(resolver.shared.leftovers, host, temporary);
    throw error;
  }
}

type PlacingLink = { temporary: string; conflict: Conflict; keeping: Keeping };

async function placeLink(
  resolver: SftpResolver,
  target: Location,
  { temporary, conflict, keeping }: PlacingLink,
): Promise<EntryName> {
  const { name } = target;
  if (conflict === "replace") {
    const { done } = await giveName<EntryName>(resolver, target, keeping, {
      comes: temporary,
      async meet(standing) {
        assertReplaceable(standing);
        return null;
      },
      free: async () => ((await renameToFree(target, temporary, pathIn(target))) ? name : null),
      over: () => renameOver(target, temporary, pathIn(target)).then(() => name),
    });
    return done;
  }
  for (const name of conflict === "rename" ? freeNames(target.name) : [target.name]) {
    const candidate = { ...target, name };
    if ((await lookUp(candidate)) !== null) continue;
    if (await renameToFree(target, temporary, pathIn(candidate))) return name;
  }
  throw new AppError("file/exists");
}
