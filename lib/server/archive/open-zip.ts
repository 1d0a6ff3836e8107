import yauzl, { type Entry, type ZipFile } from "yauzl";
import type { ArchiveEncoding } from "@/lib/contracts/archive";
import { AppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import type { OpenFile } from "@/lib/server/storage/storage";
import {
  asBroken,
  maxEntries,
  mostBytes,
  type ArchiveEntry,
  type ListedEntry,
  type OpenArchive,
  type OpenOptions,
} from "./archive-entry";
import { openSevenZip } from "./open-seven-zip";
import { isUsualMethod, readZipContent } from "./read-zip-content";
import { decodeName, guessEncoding, isValidUtf8 } from "./zip-names";
import { ZipReader } from "./zip-reader";
import { findZip, windowOf } from "./zip-window";

const utf8Flag = 0x800;
const unixMadeBy = 3;
const [typeMask, folderType, linkType] = [0o170000, 0o040000, 0o120000];
/** Statistics of more take hundreds of milliseconds, while everybody waits. */
const maxSampleBytes = 16_384;
const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };

/** A zip (PKWARE APPNOTE 6.3) in an open file. Throws archive/broken, archive/bomb. */
export async function openZip(file: OpenFile, wish: OpenOptions): Promise<OpenArchive> {
  const { encoding, password } = wish;
  const found = await findZip(file);
  // Where there is none, the reader says what is wrong.
  const bytes = found === null ? file : windowOf(file, found);
  const [sums, sample] = await scan(bytes);
  // Entries that share their bytes are how a small file becomes petabytes.
  if (sums.packedBytes > file.stat.sizeBytes || sums.totalBytes > mostBytes(file.stat.sizeBytes))
    throw new AppError("archive/bomb");
  // Bzip2, LZMA, Zstandard and the like: 7-Zip knows them, and reads the names as UTF-8.
  const oddity = () => (bytes === file ? null : "amidOthers");
  if (sums.hasUnusual) return { ...(await openSevenZip(file, "zip", wish)), oddity };
  const chosen = encoding ?? guessEncoding(sample);
  async function* entries(isWanted: (entry: ListedEntry, index: number) => boolean = () => true) {
    try {
      const opened = await openAgain(bytes);
      const pace = createPace();
      let index = 0;
      for await (const entry of opened.zip.eachEntry()) {
        await pace();
        const listed = toListed(entry, chosen);
        if (isWanted(listed, index++)) yield toEntry(opened, entry, listed, password);
      }
    } catch (error) {
      throw asBroken(error);
    }
  }
  return {
    format: "zip",
    isRandomAccess: true,
    totalBytes: sums.totalBytes,
    // A choice that changes nothing would only puzzle.
    encoding: sample.length === 0 ? null : chosen,
    oddity,
    list: () => entries(),
    entries,
  };
}

type Bytes = Pick<OpenFile, "stat" | "stream">;

async function scan(file: Bytes) {
  const sums = { totalBytes: 0, packedBytes: 0, hasUnusual: false };
  const sample: Buffer[] = [];
  let [count, sampleBytes] = [0, 0];
  // Thousands of entries are read at once: promises alone would let nobody else in.
  const pace = createPace();
  try {
    for await (const entry of (await openAgain(file)).zip.eachEntry()) {
      await pace();
      sums.totalBytes += entry.uncompressedSize;
      sums.packedBytes += entry.compressedSize;
      sums.hasUnusual ||= !isUsualMethod(entry);
      if (++count > maxEntries) throw new AppError("archive/bomb");
      if (sampleBytes >= maxSampleBytes || isUtf8(entry)) continue;
      sample.push(entry.fileNameRaw);
      sampleBytes += entry.fileNameRaw.length;
    }
  } catch (error) {
    throw asBroken(error);
  }
  return [sums, Buffer.concat(sample).subarray(0, maxSampleBytes)] as const;
}

type Opened = { zip: ZipFile; reader: ZipReader };

async function openAgain(file: Bytes): Promise<Opened> {
  const reader = new ZipReader(file);
  return { zip: await yauzl.fromRandomAccessReaderPromise(reader, file.stat.sizeBytes, options), reader };
}

function toListed(entry: Entry, encoding: ArchiveEncoding): ListedEntry {
  const name = nameOf(entry, encoding);
  const unixMode = entry.versionMadeBy >> 8 === unixMadeBy ? entry.externalFileAttributes >>> 16 : 0;
  const type = unixMode & typeMask;
  const isFolder = name.endsWith("/") || type === folderType;
  return {
    path: name,
    // What was read from a pipe has the mode of the pipe, and is a file all the same.
    kind: isFolder ? "folder" : type === linkType ? "other" : "file",
    sizeBytes: entry.uncompressedSize,
    packedBytes: entry.compressedSize,
    mtimeMs: entry.getLastModDate().getTime() || 0, // what is no date
    mode: unixMode === 0 ? null : unixMode & 0o777,
    isEncrypted: entry.isEncrypted(),
  };
}

function toEntry(opened: Opened, entry: Entry, listed: ListedEntry, password: string | undefined): ArchiveEntry {
  return { ...listed, stream: async () => readZipContent(opened, entry, password) };
}

function isUtf8({ generalPurposeBitFlag, fileNameRaw }: Entry): boolean {
  return (generalPurposeBitFlag & utf8Flag) !== 0 || isValidUtf8(fileNameRaw);
}

function nameOf(entry: Entry, encoding: ArchiveEncoding): string {
  const isUnix = entry.versionMadeBy >> 8 === unixMadeBy;
  if (!isUtf8(entry)) {
    const name = decodeName(entry.fileNameRaw, encoding);
    return isUnix ? name : name.replaceAll("\\", "/");
  }
  // With the Unicode path field of Info-ZIP, where there is one. On Unix a backslash is a letter.
  return yauzl.getFileNameLowLevel(utf8Flag, entry.fileNameRaw, entry.extraFields, isUnix);
}
