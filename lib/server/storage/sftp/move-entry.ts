import { AppError } from "@/lib/shared/errors";
import { isWithin, joinVirtualPath, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { freeNames } from "@/lib/server/storage/free-names";
import { assertDeletable, assertFolderWritable, assertWritable } from "@/lib/server/storage/rights";
import { joinPlace } from "@/lib/server/storage/scope";
import type { Noted } from "@/lib/server/storage/noted";
import type { Arrived, InsideMove } from "@/lib/server/storage/transfer-inside";
import type { Renamed } from "@/lib/server/storage/storage";
import type { ReplacedTrash } from "@/lib/server/storage/trash-storage";
import { asAppError, isStatus, statusCodes, toAppError } from "./protocol/sftp-status";
import { assertReplaceable, renameOver, renameToFree } from "./commit-file";
import { giveName, namesInTurn } from "./keep-replaced";
import { withNames } from "./read-names";
import { kindOf, notedOf } from "./sftp-entry";
import { lookUp } from "./sftp-links";
import { pathIn, type Location, type SftpResolver } from "./sftp-resolver";

/** `source`: the way to where it is, if that is not the one to where it goes. */
type Moving = { from: VirtualPath; to: VirtualPath; options: InsideMove; source?: SftpResolver };
/** `noted`: what it was before, and is by whatever name. */
type Ends = { from: Location; to: Location; isFolder: boolean; noted: Noted };

/** See {@link Storage.rename}. */
export async function renameSftpEntry(
  resolver: SftpResolver,
  from: VirtualPath,
  to: VirtualPath,
): Promise<Renamed & Noted> {
  const ends = await findEnds([resolver, resolver], from, to);
  assertFolderWritable(ends.to.policy, ends.to, ends.to.name);
  await asAppError(renameInTurn(resolver, ends));
  const { source, target } = placesOf(ends);
  return { fromPlace: source, toPlace: target, ...ends.noted };
}

/**
 * An entry under another name, whatever it is; links are moved, not followed. Null where the server cannot rename it there, as on another file system. A file or a link
 * replaces a file or a link; a folder nothing.
 */
export async function moveSftpEntry(
  resolver: SftpResolver,
  { from, to, options: { conflict, replaced }, source = resolver }: Moving,
): Promise<Arrived | null> {
  const ends = await findEnds([source, resolver], from, to);
  if (ends.from.host.key !== ends.to.host.key) return null;
  const { to: target, isFolder, noted } = ends;
  assertWritable(target.policy, target, target.name);
  if (isFolder) assertFolderWritable(target.policy, target, target.name);
  // Some of it would come to where the actor may not write: one by one, that is refused.
  if (isFolder && target.policy.holdsRestricted(joinPlace(target.real, target.name))) return null;
  try {
    if (conflict === "replace") return { path: await replaceByEnds(resolver, { ...ends, shown: to, replaced }), noted };
    for (const name of conflict === "rename" ? freeNames(ends.to.name) : [ends.to.name]) {
      const isMoved = await renameInTurn(resolver, { ...ends, to: { ...ends.to, name } }).then(
        () => true as const,
        nullIfTaken,
      );
      if (isMoved !== null) return { path: joinVirtualPath(parentOf(to) ?? to, name), noted };
    }
  } catch (error) {
    // Another file system is a failure like any other; what it really is, the way through the interface finds out.
    if (isStatus(error, statusCodes.failure, statusCodes.unsupported)) return null;
    throw toAppError(error);
  }
  throw new AppError("file/exists");
}

type Ways = readonly [source: SftpResolver, target: SftpResolver];

async function findEnds([source, target]: Ways, fromPath: VirtualPath, toPath: VirtualPath): Promise<Ends> {
  const from = await source.location(fromPath);
  const to = await target.location(toPath);
  assertDeletable(from.policy, from, from.name);
  const attributes = await asAppError(lookUp(from));
  if (attributes === null) throw new AppError("file/not-found");
  const isFolder = kindOf(attributes) === "folder";
  if (isFolder && placesOf({ from, to }).isInside) throw new AppError("file/into-itself");
  const isLink = kindOf(attributes) === "link";
  const text = isLink ? await asAppError(from.host.session.readlink(pathIn(from))) : undefined;
  return { from, to, isFolder, noted: notedOf(attributes, text) };
}

function placesOf({ from, to }: Pick<Ends, "from" | "to">) {
  const [source, target] = [joinPlace(from.real, from.name), joinPlace(to.real, to.name)];
  return { source, target, isInside: source !== target && isWithin(target, source) };
}

/** What gives up its name is not kept as what has been replaced there. */
const renameInTurn = (resolver: SftpResolver, ends: Ends) => namesInTurn([ends.from], () => renameEnds(resolver, ends));

/** To a free name: anything else is file/exists. */
async function renameEnds(resolver: SftpResolver, { from, to }: Ends): Promise<void> {
  const { source, target } = placesOf({ from, to });
  if (source === target) return;
  if (from.host.volume !== to.host.volume) throw new AppError("file/io", { code: "EXDEV" });
  // Asked first: a server may take a link that leads nowhere for a free name.
  if ((await lookUp(to)) !== null) {
    if (!(await isOtherSpelling(from, to))) throw new AppError("file/exists");
    await renameOver(from, pathIn(from), pathIn(to));
  } else if (!(await renameToFree(from, pathIn(from), pathIn(to)))) throw new AppError("file/exists");
  tellBoth(resolver, { from, to });
}

/** On a disk that ignores case, `a` → `A` meets itself. The protocol cannot tell that apart from another file: only the names in the folder can. */
async function isOtherSpelling(from: Location, to: Location): Promise<boolean> {
  if (from.real !== to.real || from.name.toLowerCase() !== to.name.toLowerCase()) return false;
  return withNames(from.host, from.path, (names) => !names.some(({ name }) => name === to.name));
}

type Replacing = Ends & { shown: VirtualPath; replaced: ReplacedTrash | null };

async function replaceByEnds(resolver: SftpResolver, replacing: Replacing): Promise<VirtualPath> {
  const { from, to, isFolder, shown, replaced } = replacing;
  const keeping = { toFolder: parentOf(shown) ?? shown, replaced, leaves: from };
  await giveName<true>(resolver, to, keeping, {
    comes: pathIn(from),
    async meet(standing) {
      if (standing === null) return null;
      if (isFolder) throw new AppError("file/exists");
      assertReplaceable(standing);
      return null;
    },
    free: () => renameEnds(resolver, replacing).then(() => true as const, nullIfTaken),
    async over() {
      await renameOver(from, pathIn(from), pathIn(to));
      tellBoth(resolver, { from, to });
      return true;
    },
  });
  return shown;
}

function tellBoth({ shared }: SftpResolver, { from, to }: Pick<Ends, "from" | "to">): void {
  for (const tell of shared.changes) [from.real, to.real, joinPlace(from.real, from.name)].forEach(tell);
}

function nullIfTaken(error: unknown): null {
  if (error instanceof AppError && error.key === "file/exists") return null;
  throw error;
}
