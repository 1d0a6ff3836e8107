import type { ArchiveEncoding } from "@/lib/contracts/archive";
import { AppError, isAppError, type ErrorKey } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { SparsePiece } from "@/lib/server/storage/holes";

/** One entry of an archive as its list has it, whatever its format. */
export type ListedEntry = {
  /** As the archive names it: untrusted. */
  path: string;
  /** `other`: a link, a device, or what this program does not know. */
  kind: "file" | "folder" | "other";
  sizeBytes: number;
  /** Null where entries are packed together, or the archive does not say. */
  packedBytes: number | null;
  mtimeMs: number;
  /** Permission bits; null where the archive keeps none. */
  mode: number | null;
  isEncrypted: boolean;
  /** Why it cannot be taken out, where that is not that it is a link or a device. */
  refusal?: ErrorKey;
  /** Path of an entry before it with the same content: what its reader has of that is sooner read than the archive once more. */
  sameAs?: string;
};
export type ArchiveEntry = ListedEntry & {
  /** Once, and before the next entry is asked for. */
  stream: () => Promise<AsyncIterable<SparsePiece>>;
};

export type ArchiveFormat = "zip" | "tar" | "7z" | "rar" | "single";

/** What is odd about an archive that can be read all the same: it has no end mark, or its file holds more than the archive. */
export type ArchiveOddity = "withoutEnd" | "amidOthers";

export type OpenArchive = {
  format: ArchiveFormat;
  /** Contents may be read later, and several at a time. */
  isRandomAccess: boolean;
  /** Bytes of all entries as the archive says; null where only reading tells. */
  totalBytes: number | null;
  /** How names that are not UTF-8 are read; null where the format leaves nothing to choose. */
  encoding: ArchiveEncoding | null;
  /** Known once `entries` has come to its end; missing where nothing is odd. */
  oddity?: () => ArchiveOddity | null;
  /** Without reading more than that takes. */
  list: () => AsyncIterable<ListedEntry>;
  /** In the order and with the numbers of the list, those that are wanted. */
  entries: (isWanted?: (entry: ListedEntry, index: number) => boolean) => AsyncIterable<ArchiveEntry>;
};

/** How an archive is to be read. */
export type OpenOptions = {
  /** Of the archive itself, for what is packed alone and has no name of its own. */
  name: string;
  /** Who wants it read: what takes a thread is theirs. */
  holder: string;
  encoding?: ArchiveEncoding | undefined;
  password?: string | undefined;
  /** Where only reading tells what is in it: how many bytes of the archive have been read since its beginning. */
  onRead?: ((readBytes: number) => void) | undefined;
  signal: AbortSignal;
};

export const maxEntries = 1_000_000;
const maxDepth = 64;
/** Text shrinks to a tenth, logs to a fiftieth; what shrinks more than this is made to fill disks. */
const maxRatio = 200;
/** Below this size any ratio is harmless. */
const harmlessBytes = 1024 ** 3;

/** So much may come out of an archive of this size. */
export function mostBytes(archiveBytes: number): number {
  return Math.max(harmlessBytes, archiveBytes * maxRatio);
}

/** What broke inside a reader is a broken archive, unless it says better. */
export function asBroken(error: unknown): unknown {
  return isAppError(error) && error.key !== "upload/archive"
    ? error
    : new AppError("archive/broken", {}, { cause: error });
}

/** Bytes that a reader makes; what breaks meanwhile is a broken archive. */
export async function* guarded<P extends SparsePiece>(source: AsyncIterable<P>): AsyncGenerator<P, void> {
  try {
    yield* source;
  } catch (error) {
    throw asBroken(error);
  }
}

/** Without the endings that say how a file is packed. */
export function titleOf(name: string): string {
  const title = name.replace(/\.(?:t(?:gz|xz|bz2?|zst)|(?:tar\.)?(?:gz|xz|bz2|zst)|zip|tar|7z|rar)$/i, "");
  return title === "" ? name : title;
}

/** Where an entry goes below `to`; null for the archive's own top. Throws archive/link or the entry's own refusal, file/name-invalid. */
export function placeOf(
  to: VirtualPath,
  { path, kind, refusal }: Pick<ArchiveEntry, "path" | "kind" | "refusal">,
): VirtualPath | null {
  if (refusal !== undefined) throw new AppError(refusal);
  if (kind === "other") throw new AppError("archive/link");
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || names.length > maxDepth || !names.every(isEntryName))
    throw new AppError("file/name-invalid");
  return names.length === 0 ? null : names.filter(isEntryName).reduce(joinVirtualPath, to);
}
