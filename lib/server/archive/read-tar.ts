import type { ErrorKey } from "@/lib/shared/errors";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { filled, type SparsePiece } from "@/lib/server/storage/holes";
import { createByteReader, type ByteReader } from "./byte-reader";
import {
  blockBytes,
  isTarBlock,
  isZeroBlock,
  paddingFor,
  parseHeader,
  tarProblem,
  type TarHeader,
} from "./tar/tar-header";
import { readPax, takeName, type Overrides, type Region } from "./tar/tar-pax";
import { assertMap, readContentMap, readOldMap, sparsePieces } from "./tar/tar-sparse";

export type TarEntry = {
  /** As the archive names it: untrusted. */
  path: string;
  kind: "file" | "folder" | "other";
  /** Of the whole file, holes and all. */
  sizeBytes: number;
  mtimeMs: number;
  /** Permission bits. */
  mode: number;
  /** Another name of this entry before it: its content is not here again. */
  linksTo: string | null;
  /** Why its content cannot be read, or not as what it is. */
  refusal: ErrorKey | null;
  /** All of the content at once. */
  take: () => Promise<Uint8Array>;
  stream: () => AsyncIterable<SparsePiece>;
};

/** Headers that describe what follows: pax (POSIX, Solaris), GNU's long names. */
const [paxTypes, globalType, longName, longLink] = ["xX", "g", "L", "K"];
/** A volume's label, lists of names, access lists: of the archive itself, or of what an entry here does not have. */
const passedOver = "VNA";
/** Links, devices, FIFOs. */
const emptyTypes = "23456";

type Before = Overrides & { refusal?: ErrorKey };

/**
 * Reads tar as its programs write it (v7, ustar, pax, GNU, star; sparse files of pax and GNU tar) from a stream, one entry after the other. What is left of
 * an entry's content when the next is asked for is passed over. Archives that were put behind one another are one. Throws upload/archive for what is no tar. `needsEnd`: also
 * where the closing blocks are missing, without which a sender may have broken off between two entries; of a file that is there as it is, whole entries are whole, and
 * `onMissingEnd` hears of it.
 */
export async function* readTar(
  source: AsyncIterable<Uint8Array>,
  { needsEnd, onMissingEnd }: { needsEnd: boolean; onMissingEnd?: () => void },
): AsyncGenerator<TarEntry, void, undefined> {
  const reader = createByteReader(source);
  let [global, before]: [Overrides, Before] = [{}, {}];
  let hasPax = false;
  for (;;) {
    const block = await takeBlock(reader);
    if (block === null) {
      // Also where a header was read that describes what follows, and nothing does.
      if (needsEnd || Object.keys(before).length > 0) throw tarProblem("cut short");
      onMissingEnd?.();
      return;
    }
    if (isZeroBlock(block)) {
      if (!(await skipToNext(reader))) return;
      [global, before, hasPax] = [{}, {}, false];
      continue;
    }
    const header = parseHeader(block);
    const { type, sizeBytes } = header;
    if (type === globalType || paxTypes.includes(type) || type === longName || type === longLink) {
      const bytes = await readLong(reader, sizeBytes);
      hasPax ||= paxTypes.includes(type);
      // Of attributes that nobody can keep, most likely: but the name may have been among them.
      if (bytes === null) before.refusal = "archive/entry-format";
      else if (type === longName) before.name = takeName(before, withoutNul(bytes));
      else if (type === longLink) before.linkName = takeName(before, withoutNul(bytes));
      else if (type === globalType) global = { ...global, ...(await readPax(bytes)) };
      else before = { ...before, ...(await readPax(bytes)) };
      continue;
    }
    if (passedOver.includes(type)) await skipContent(reader, sizeBytes);
    else yield* readEntry(reader, { header, block, before: { ...global, ...before }, hasPax });
    [before, hasPax] = [{}, false];
  }
}

/** Null at the end, and for zeros that are cut by it. */
async function takeBlock(reader: ByteReader): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  try {
    for await (const part of reader.stream(blockBytes)) parts.push(part);
  } catch (error) {
    nullIfShort(error);
    if (parts.every((part) => part.every((byte) => byte === 0))) return null;
    throw error;
  }
  const [only = new Uint8Array(0)] = parts;
  return parts.length > 1 ? Buffer.concat(parts) : Buffer.from(only.buffer, only.byteOffset, only.byteLength);
}

/** What fills up the last block. At the end of the file it may be cut: what is missing says nothing. */
async function skipPadding(reader: ByteReader, sizeBytes: number): Promise<void> {
  await reader.skip(paddingFor(sizeBytes)).catch(nullIfShort);
}

/** Behind the end: the next archive, where one was put behind this. Nothing, and what is no archive, is the end. */
async function skipToNext(reader: ByteReader): Promise<boolean> {
  for (;;) {
    const block = await reader.take(blockBytes).catch(nullIfShort);
    if (block === null) return false;
    if (isZeroBlock(block)) continue;
    if (isTarBlock(block)) {
      reader.unread(block);
      return true;
    }
    await reader.drain();
    return false;
  }
}

function nullIfShort(error: unknown): null {
  if (error instanceof AppError && error.key === "upload/archive") return null;
  throw error;
}

type Read = { header: TarHeader; block: Buffer; before: Before; hasPax: boolean };

async function* readEntry(
  reader: ByteReader,
  { header, block, before, hasPax }: Read,
): AsyncGenerator<TarEntry, void, undefined> {
  const { type } = header;
  const isOldSparse = type === "S" && header.isGnu;
  const old = isOldSparse ? await readOldMap(block, reader) : null;
  const { sparse } = before;
  const name = sparse?.name ?? before.name ?? header.name;
  const kind = kindFor(type, { name, isOldSparse });
  const saidBytes = before.sizeBytes ?? header.sizeBytes;
  const isLink = type === "1";
  const contentBytes = (await hasContent(reader, { type, saidBytes, hasPax })) ? saidBytes : 0;
  const realBytes = old?.realBytes ?? sparse?.realBytes ?? contentBytes;
  const sizeBytes = kind === "folder" ? 0 : realBytes;
  let leftBytes = contentBytes;

  async function* content(ofBytes: number): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const part of reader.stream(ofBytes)) {
      leftBytes -= part.length;
      yield part;
    }
  }
  const takeRaw = async (ofBytes: number) => {
    if (ofBytes > leftBytes) throw new AppError("archive/broken");
    const bytes = await reader.take(ofBytes);
    if (bytes === null) throw tarProblem("cut short");
    leftBytes -= ofBytes;
    return bytes;
  };
  async function* pieces(regions: Region[] | undefined): AsyncGenerator<SparsePiece, void, undefined> {
    const map = { regions: regions ?? (await readContentMap(takeRaw)), sizeBytes };
    assertMap(map, leftBytes);
    yield* sparsePieces(map, content);
  }
  const regions = old?.regions ?? sparse?.regions;
  const isSparse = regions !== undefined || sparse?.isMapInContent === true;
  const stream = () => (isSparse ? pieces(regions) : content(leftBytes));
  const take = async () => {
    if (!isSparse) return takeRaw(sizeBytes);
    const parts: Uint8Array[] = [];
    for await (const part of filled(stream())) parts.push(part);
    return Buffer.concat(parts);
  };
  const linksTo = isLink && contentBytes === 0 ? (before.linkName ?? header.linkName) : null;
  const isUnknown = before.hasUnknownHoles === true || (type === "S" && !isOldSparse);
  const isRefused = isUnknown || before.isNameTooLong === true;
  const refusal = before.refusal ?? refusalFor(type) ?? (isRefused ? "archive/entry-format" : null);
  const mtimeMs = before.mtimeMs ?? header.mtimeMs;
  const shownKind = refusal === null ? kind : "other";
  yield { path: name, kind: shownKind, sizeBytes, mtimeMs, mode: header.mode, linksTo, refusal, take, stream };
  // Also of what was read in part, such as a file for which there was no room.
  await reader.skip(leftBytes);
  await skipPadding(reader, contentBytes);
}

/** The rest of a file that begins in another volume, which is no file. */
function refusalFor(type: string): ErrorKey | null {
  return type === "M" ? "archive/volume" : null;
}

const isFileType = (type: string) => type === "0" || type === "\0" || type === "7";

function kindFor(type: string, { name, isOldSparse }: { name: string; isOldSparse: boolean }): TarEntry["kind"] {
  // D: a folder of an incremental backup, its content the names in it.
  if (type === "5" || type === "D" || (isFileType(type) && name.endsWith("/"))) return "folder";
  return isFileType(type) || isOldSparse || type === "1" ? "file" : "other";
}

type Said = { type: string; saidBytes: number; hasPax: boolean };

/**
 * Whether bytes follow. A hard link's size is true in pax, which may give the content again with each name; in older formats some programs write the size of
 * the file and nothing behind it: then a header follows at once, or the end.
 */
async function hasContent(reader: ByteReader, { type, saidBytes, hasPax }: Said): Promise<boolean> {
  if (saidBytes === 0 || type === "5" || emptyTypes.includes(type)) return false;
  if (type !== "1" || hasPax) return true;
  const next = await reader.take(blockBytes).catch(nullIfShort);
  if (next === null) return false;
  reader.unread(next);
  return !isZeroBlock(next) && !isTarBlock(next);
}

const withoutNul = (bytes: Buffer) => (bytes.at(-1) === 0 ? bytes.subarray(0, -1) : bytes);

/** Null for one that is too long to be held: it is passed over. */
async function readLong(reader: ByteReader, sizeBytes: number): Promise<Buffer | null> {
  if (sizeBytes > limits.tar.headerBytes) {
    await skipContent(reader, sizeBytes);
    return null;
  }
  const bytes = await reader.take(sizeBytes);
  if (bytes === null) throw tarProblem("cut short");
  await skipPadding(reader, sizeBytes);
  return Buffer.from(bytes);
}

async function skipContent(reader: ByteReader, sizeBytes: number): Promise<void> {
  await reader.skip(sizeBytes);
  await skipPadding(reader, sizeBytes);
}
