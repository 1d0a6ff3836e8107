import chardet from "chardet";
import iconv from "iconv-lite";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { AppError } from "@/lib/shared/errors";
import type { OpenFile } from "@/lib/server/storage/storage";
import { maxEntries, mostBytes, type ArchiveEntry, type OpenArchive } from "./archive-entry";

const utf8Flag = 0x800;
const unixMadeBy = 3;
const [typeMask, folderType, fileType] = [0o170000, 0o040000, 0o100000];
const maxSampleBytes = 65_536;
/** What programs in these regions wrote before zip knew UTF-8; anything else is the format's own code page. */
const guessable = new Map([
  ["GB18030", "gb18030"],
  ["Big5", "big5"],
  ["Shift_JIS", "shift_jis"],
  ["EUC-KR", "euc-kr"],
]);

/** A zip (PKWARE APPNOTE 6.3) in an open file. Throws archive/broken, archive/bomb. */
export async function openZip(file: OpenFile, encoding: string | undefined): Promise<OpenArchive> {
  const options = { autoClose: false, lazyEntries: true, decodeStrings: false, validateEntrySizes: true };
  const first = await openAgain(file, options);
  let [totalBytes, packedBytes, count] = [0, 0, 0];
  const sample: Buffer[] = [];
  let sampleBytes = 0;
  try {
    for await (const entry of first.eachEntry()) {
      totalBytes += entry.uncompressedSize;
      packedBytes += entry.compressedSize;
      if (++count > maxEntries) throw new AppError("archive/bomb");
      if (sampleBytes >= maxSampleBytes || isUtf8(entry)) continue;
      sample.push(entry.fileNameRaw);
      sampleBytes += entry.fileNameRaw.length;
    }
  } catch (error) {
    throw broken(error);
  }
  // Entries that share their bytes are how a small file becomes petabytes.
  if (packedBytes > file.stat.sizeBytes || totalBytes > mostBytes(file.stat.sizeBytes))
    throw new AppError("archive/bomb");
  const charset = encoding !== undefined && iconv.encodingExists(encoding) ? encoding : guessCharset(sample);
  return {
    totalBytes,
    entries: async function* () {
      const zip = await openAgain(file, options);
      try {
        for await (const entry of zip.eachEntry()) yield toEntry(zip, entry, charset);
      } catch (error) {
        throw broken(error);
      }
    },
    close: () => {},
  };
}

async function openAgain(file: OpenFile, options: yauzl.Options): Promise<ZipFile> {
  try {
    return await yauzl.fromFdPromise(file.fd, options);
  } catch (error) {
    throw broken(error);
  }
}

function broken(error: unknown): unknown {
  return error instanceof AppError ? error : new AppError("archive/broken", {}, { cause: error });
}

function toEntry(zip: ZipFile, entry: Entry, charset: string): ArchiveEntry {
  const name = nameOf(entry, charset);
  const unixMode = entry.versionMadeBy >> 8 === unixMadeBy ? entry.externalFileAttributes >>> 16 : 0;
  const type = unixMode & typeMask;
  const isFolder = name.endsWith("/") || type === folderType;
  return {
    path: name,
    kind: isFolder ? "folder" : type === 0 || type === fileType ? "file" : "other",
    sizeBytes: entry.uncompressedSize,
    mtimeMs: entry.getLastModDate().getTime(),
    mode: unixMode === 0 ? null : unixMode & 0o777,
    stream: async () => {
      if (entry.isEncrypted()) throw new AppError("archive/encrypted");
      if (!entry.canDecodeFileData()) throw new AppError("archive/method");
      return zip.openReadStreamPromise(entry);
    },
  };
}

function isUtf8({ generalPurposeBitFlag, fileNameRaw }: Entry): boolean {
  return (generalPurposeBitFlag & utf8Flag) !== 0 || isValidUtf8(fileNameRaw);
}

function isValidUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function nameOf(entry: Entry, charset: string): string {
  if (!isUtf8(entry)) return iconv.decode(entry.fileNameRaw, charset).replaceAll("\\", "/");
  // With the Unicode path field of Info-ZIP, where there is one.
  return yauzl.getFileNameLowLevel(utf8Flag, entry.fileNameRaw, entry.extraFields, false);
}

function guessCharset(sample: readonly Buffer[]): string {
  const guess = sample.length === 0 ? null : chardet.detect(Buffer.concat(sample));
  return guessable.get(guess ?? "") ?? "cp437";
}
