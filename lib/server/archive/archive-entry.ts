import { AppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";

/** One entry of an archive, whatever its format. */
export type ArchiveEntry = {
  /** As the archive names it: untrusted. */
  path: string;
  /** `other`: a link, a device, or what this program does not know. */
  kind: "file" | "folder" | "other";
  sizeBytes: number;
  mtimeMs: number;
  /** Permission bits; null where the archive keeps none. */
  mode: number | null;
  stream: () => Promise<AsyncIterable<Uint8Array>>;
};

export type OpenArchive = {
  /** Bytes of all entries as the archive says; null where only reading tells. */
  totalBytes: number | null;
  entries: () => AsyncIterable<ArchiveEntry>;
  close: () => void;
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

/** Where an entry goes below `to`; null for the archive's own top. Throws archive/link, file/name-invalid. */
export function placeOf(to: VirtualPath, { path, kind }: Pick<ArchiveEntry, "path" | "kind">): VirtualPath | null {
  if (kind === "other") throw new AppError("archive/link");
  const names = path.split("/").filter((name) => name !== "" && name !== ".");
  if (path.startsWith("/") || names.length > maxDepth || !names.every(isEntryName))
    throw new AppError("file/name-invalid");
  return names.length === 0 ? null : names.filter(isEntryName).reduce(joinVirtualPath, to);
}
