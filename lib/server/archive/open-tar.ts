import { nameToBytes } from "@/lib/shared/paths";
import { readTar } from "./read-tar";
import {
  asBroken,
  guarded,
  type ArchiveEntry,
  type ListedEntry,
  type OpenArchive,
  type OpenOptions,
} from "./archive-entry";
import { decodeName, isValidUtf8 } from "./zip-names";

const magicAt = 257;

/** POSIX's ustar and GNU's own. */
export function isTarHead(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(magicAt, magicAt + 5)).toString("latin1") === "ustar";
}

/** A tar, packed or not; each time it is read anew from its beginning. */
export function openTar(
  source: () => AsyncGenerator<Uint8Array, void>,
  { encoding }: Pick<OpenOptions, "encoding">,
): OpenArchive {
  async function* entries(
    isWanted: (entry: ListedEntry, index: number) => boolean = () => true,
  ): AsyncGenerator<ArchiveEntry, void> {
    let index = 0;
    const bytes = source();
    try {
      for await (const { stream, path, kind, sizeBytes, mtimeMs, mode } of readTar(bytes)) {
        const raw = nameToBytes(path);
        const name = encoding === undefined || isValidUtf8(raw) ? path : decodeName(raw, encoding);
        const entry = { path: name, kind, sizeBytes, packedBytes: null, mtimeMs, mode, isEncrypted: false };
        if (isWanted(entry, index++)) yield { ...entry, stream: async () => guarded(stream()) };
      }
    } catch (error) {
      // What the reader of uploads calls broken, or zlib's own words.
      throw asBroken(error);
    } finally {
      // Whoever wanted only one entry must not leave a thread behind.
      await bytes.return();
    }
  }
  return {
    format: "tar",
    isRandomAccess: false,
    totalBytes: null,
    encoding: encoding ?? "utf-8",
    list: () => entries(),
    entries,
  };
}
