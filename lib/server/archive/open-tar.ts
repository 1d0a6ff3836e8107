import { nameToBytes } from "@/lib/shared/paths";
import { AppError } from "@/lib/shared/errors";
import type { SparsePiece } from "@/lib/server/storage/holes";
import { readTar, type TarEntry } from "./read-tar";
import {
  asBroken,
  guarded,
  type ArchiveEntry,
  type ArchiveOddity,
  type ListedEntry,
  type OpenArchive,
  type OpenOptions,
} from "./archive-entry";
import { isTarBlock } from "./tar/tar-header";
import { decodeName, isValidUtf8 } from "./zip-names";

const magicAt = 257;
/** Names that hard links may lead to; those behind them are not looked for. Some 20 MB. */
const maxNames = 200_000;

/** POSIX's ustar, GNU's own, and v7, which has no magic. */
export function isTarHead(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(magicAt, magicAt + 5)).toString("latin1") === "ustar" || isTarBlock(head);
}

type Source = () => AsyncGenerator<Uint8Array, void>;

/** A tar, packed or not; each time it is read anew from its beginning. */
export function openTar(source: Source, { encoding }: Pick<OpenOptions, "encoding">): OpenArchive {
  const decode = (path: string) => {
    if (encoding === undefined) return path;
    const raw = nameToBytes(path);
    return isValidUtf8(raw) ? path : decodeName(raw, encoding);
  };
  let oddity: ArchiveOddity | null = null;
  const onMissingEnd = () => {
    oddity = "withoutEnd";
  };
  async function* entries(
    isWanted: (entry: ListedEntry, index: number) => boolean = () => true,
  ): AsyncGenerator<ArchiveEntry, void> {
    let index = 0;
    const bytes = source();
    const links = createLinks();
    try {
      for await (const tarEntry of readTar(bytes, { needsEnd: false, onMissingEnd })) {
        const { path, sizeBytes, mtimeMs, mode, kind, refusal, linksTo, stream } = tarEntry;
        const first = links.note(tarEntry, index);
        const entry: ListedEntry = {
          path: decode(path),
          kind: linksTo !== null && first === null ? "other" : kind,
          sizeBytes: first?.sizeBytes ?? sizeBytes,
          packedBytes: null,
          mtimeMs,
          mode,
          isEncrypted: false,
          ...(refusal === null ? {} : { refusal }),
          ...(first === null ? {} : { sameAs: decode(first.path) }),
        };
        if (isWanted(entry, index++))
          yield { ...entry, stream: async () => guarded(first === null ? stream() : contentAt(source, first.index)) };
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
    oddity: () => oddity,
    list: () => entries(),
    entries,
  };
}

type First = { path: string; index: number; sizeBytes: number };

/** Finds the last entry before a hard link whose name that leads to. `index`: of the one that has the content. */
function createLinks() {
  const known = new Map<string, First>();
  return {
    /** Null for what is no hard link, or leads to nothing before it. */
    note({ path, kind, linksTo, refusal, sizeBytes }: TarEntry, index: number): First | null {
      const first = linksTo === null ? null : (known.get(plain(linksTo)) ?? null);
      const named = first === null ? { path, index, sizeBytes } : { ...first, path };
      const isContent = kind === "file" && refusal === null && (linksTo === null || first !== null);
      if (!isContent) known.delete(plain(path));
      else if (known.size < maxNames || known.has(plain(path))) known.set(plain(path), named);
      return first;
    },
  };
}

const plain = (path: string) => path.replace(/^(?:\.\/+)+/, "");

/** The content of one entry, found from the beginning. */
async function* contentAt(source: Source, wanted: number): AsyncGenerator<SparsePiece, void> {
  const bytes = source();
  let index = 0;
  try {
    for await (const { stream } of readTar(bytes, { needsEnd: false }))
      if (index++ === wanted) {
        yield* stream();
        return;
      }
  } finally {
    await bytes.return();
  }
  throw new AppError("archive/broken");
}
