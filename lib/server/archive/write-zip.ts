import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import { AppError, isAppError } from "@/lib/shared/errors";
import { nameToBytes } from "@/lib/shared/paths";
import { openContent, type Content } from "./open-content";
import { readSmall, type Packing, type Ready } from "./pack-content";
import { createRecordList } from "./record-list";
import { throughStream } from "./through-stream";
import { encryptAes } from "./zip-cipher";
import {
  centralHeader,
  dataDescriptor,
  dosTime,
  endRecords,
  localHeader,
  totalLength,
  type ZipEntry,
} from "./zip-records";

const deflate = promisify(deflateRaw);
/** Already compressed: deflating them again costs time and gains nothing. */
const incompressible =
  /\.(?:jpe?g|png|gif|webp|avif|heic|mp[34]|m4[av]|mov|mkv|webm|avi|ogg|opus|flac|zip|gz|tgz|bz2|xz|zst|7z|rar|pdf|docx|xlsx|pptx|apk|jar)$/i;
const [folderType, fileType] = [0o040000, 0o100000];
/** With some room: what is packed may be a little larger than what it was. */
const largeBytes = 0xfff0_0000;

type Options = {
  /** 0 stores. */
  level: number;
  /** Smaller files are stored: for archives that must be quick rather than small. */
  storedBelowBytes?: number;
  password?: string | undefined;
  /** So much is held of what stands at the zip's end, its names above all; more throws file/too-large. */
  maxRecordBytes?: number;
};
/** What of a small file's entry is known from its content, and the content as it stands in the zip. */
type Small = {
  known: Pick<ZipEntry, "method" | "checksum" | "sizeBytes" | "packedBytes" | "isEncrypted">;
  parts: readonly Uint8Array[];
};

/** A zip as it is read; folders and files, links and devices are skipped. What fails in the middle of a file, and nobody wants marked, ends it with an error. */
export async function* writeZip(packing: Packing, options: Options): AsyncGenerator<Uint8Array, void> {
  const central = createRecordList(options.maxRecordBytes);
  let offset = 0;
  const prepare = (bytes: Uint8Array, { name }: { name: string }) => packSmall(bytes, name, options);
  for await (const group of readSmall(packing, prepare)) {
    let parts: Uint8Array[] = [];
    for (const ready of group) {
      const { kind, small, packed } = ready;
      const entry: ZipEntry = { ...begin(ready), offset };
      if (kind === "file" && small === null) {
        if (parts.length > 0) yield Buffer.concat(parts);
        parts = [];
        const content = await openContent(packed, packing);
        if (content === null) continue;
        for await (const part of large(content, ready, entry, { ...options, ...packing })) {
          offset += part.length;
          yield part;
        }
      } else {
        Object.assign(entry, small?.known);
        const whole = [localHeader(entry), ...(small?.parts ?? [])];
        offset += totalLength(whole);
        parts.push(...whole);
      }
      await central.add(centralHeader(entry));
      packing.onPacked(packed);
    }
    if (parts.length > 0) yield Buffer.concat(parts);
  }
  yield* central.read();
  yield endRecords({ ...central.sum(), offset });
}

function begin({ packed, kind, mtimeMs, mode }: Ready<unknown>): Omit<ZipEntry, "offset"> {
  const type = kind === "folder" ? folderType : fileType;
  return {
    // Text: bytes that are none have no place in a zip that says it is UTF-8.
    name: nameToBytes(kind === "folder" ? `${packed.name}/` : packed.name),
    method: 0,
    isEncrypted: false,
    isStreamed: false,
    isLarge: false,
    mtimeMs,
    dosTime: dosTime(mtimeMs),
    mode: type + mode,
    checksum: 0,
    packedBytes: 0,
    sizeBytes: 0,
  };
}

function packSmall(bytes: Uint8Array, name: string, options: Options): Small | Promise<Small> {
  const { level, storedBelowBytes = 0, password } = options;
  const isStored = level === 0 || bytes.length < Math.max(1, storedBelowBytes) || incompressible.test(name);
  if (isStored && password === undefined) return toSmall(bytes, bytes);
  return packSlowly(bytes, isStored ? 0 : level, password);
}

async function packSlowly(bytes: Uint8Array, level: number, password: string | undefined): Promise<Small> {
  const packed = level === 0 ? bytes : await deflate(bytes, { level });
  const small = toSmall(bytes, packed.length < bytes.length ? packed : bytes);
  if (password === undefined) return small;
  const parts: Uint8Array[] = [];
  for await (const part of encryptAes(small.parts, password)) parts.push(part);
  return { known: { ...small.known, isEncrypted: true, checksum: 0, packedBytes: totalLength(parts) }, parts };
}

function toSmall(bytes: Uint8Array, packed: Uint8Array): Small {
  const method = packed === bytes ? 0 : 8;
  const [sizeBytes, packedBytes] = [bytes.length, packed.length];
  return { known: { method, checksum: crc32(bytes), sizeBytes, packedBytes, isEncrypted: false }, parts: [packed] };
}

async function* large(
  { stat, chunks, close }: Content,
  { packed }: Ready<Small>,
  entry: ZipEntry,
  { level, password, onRead, onCut }: Options & Packing,
) {
  try {
    Object.assign(entry, {
      mtimeMs: stat.mtimeMs,
      dosTime: dosTime(stat.mtimeMs),
      isStreamed: true,
      isLarge: stat.sizeBytes >= largeBytes,
      isEncrypted: password !== undefined,
      method: level === 0 || incompressible.test(packed.name) ? 0 : 8,
    });
    yield localHeader(entry);
    let cut: AppError | null = null;
    const onFailed = (error: AppError) => void (cut = error);
    const plain = summed(chunks, { entry, onRead: (readBytes) => onRead(packed, readBytes), onFailed });
    const deflated = entry.method === 8 ? throughStream(plain, createDeflateRaw({ level, chunkSize: 65_536 })) : plain;
    for await (const part of password === undefined ? deflated : encryptAes(deflated, password)) {
      entry.packedBytes += part.length;
      yield part;
    }
    const isTooLarge = !entry.isLarge && Math.max(entry.packedBytes, entry.sizeBytes) > 0xffff_ffff; // beyond 4 GiB
    if (isTooLarge) throw new AppError("file/changed");
    if (entry.sizeBytes < stat.sizeBytes) cut ??= new AppError("file/changed");
    if (cut !== null) {
      // What is encrypted is proven by more than this sum.
      if (onCut?.(packed, cut) !== true || password !== undefined) throw cut;
      entry.checksum = ~entry.checksum >>> 0;
    }
    if (password !== undefined) entry.checksum = 0;
    yield dataDescriptor(entry);
  } finally {
    await close();
  }
}

type Summing = { entry: ZipEntry; onRead: (readBytes: number) => void; onFailed: (error: AppError) => void };

/** Ends with the last bytes that could be read. */
async function* summed(
  source: AsyncIterable<Uint8Array>,
  { entry, onRead, onFailed }: Summing,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const bytes of source) {
      entry.checksum = crc32(bytes, entry.checksum);
      entry.sizeBytes += bytes.length;
      onRead(entry.sizeBytes);
      yield bytes;
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    onFailed(error);
  }
}
