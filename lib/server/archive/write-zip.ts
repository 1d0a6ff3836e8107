import { promisify } from "node:util";
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib";
import { nameToBytes } from "@/lib/shared/paths";
import { readSmall, type Packing, type Ready } from "./pack-content";
import { throughStream } from "./through-stream";
import { encryptAes } from "./zip-cipher";
import { centralHeader, dataDescriptor, endRecords, localHeader, type ZipEntry } from "./zip-records";

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
};
type Small = Pick<ZipEntry, "method" | "checksum" | "sizeBytes"> & { packed: Uint8Array };

/** A zip as it is read; folders and files, links and devices are skipped. What fails while it is read ends it with an error. */
export async function* writeZip(packing: Packing, options: Options): AsyncGenerator<Uint8Array, void> {
  const central: Buffer[] = [];
  let offset = 0;
  const prepare = (bytes: Uint8Array, { name }: { name: string }) => packSmall(bytes, name, options);
  for await (const ready of readSmall(packing, prepare)) {
    const entry: ZipEntry = { ...begin(ready), offset };
    const parts = ready.kind === "folder" ? [localHeader(entry)] : content(packing, ready, entry, options);
    for await (const part of parts) {
      offset += part.length;
      yield part;
    }
    central.push(centralHeader(entry));
    packing.onPacked(ready.packed);
  }
  const sizeBytes = central.reduce((sum, { length }) => sum + length, 0);
  yield Buffer.concat([...central, endRecords({ count: central.length, offset, sizeBytes })]);
}

function begin({ packed, kind, mtimeMs, mode }: Ready<unknown>): Omit<ZipEntry, "offset"> {
  const type = kind === "folder" ? folderType : fileType;
  return {
    // Bytes that are no text have no place in a zip that says it is UTF-8.
    name: nameToBytes((kind === "folder" ? `${packed.name}/` : packed.name).toWellFormed()),
    method: 0,
    isEncrypted: false,
    isStreamed: false,
    isLarge: false,
    mtimeMs,
    mode: type + mode,
    checksum: 0,
    packedBytes: 0,
    sizeBytes: 0,
  };
}

async function packSmall(bytes: Uint8Array, name: string, options: Options): Promise<Small> {
  const { level, storedBelowBytes = 0 } = options;
  const isStored = level === 0 || bytes.length < Math.max(1, storedBelowBytes) || incompressible.test(name);
  const packed = isStored ? bytes : await deflate(bytes, { level });
  const [method, best] = packed.length < bytes.length ? ([8, packed] as const) : ([0, bytes] as const);
  return { method, packed: best, checksum: crc32(bytes), sizeBytes: bytes.length };
}

/** Header and content; the entry learns its sizes on the way. */
function content(packing: Packing, ready: Ready<Small>, entry: ZipEntry, options: Options) {
  const { small } = ready;
  return small === null ? large(packing, ready, entry, options) : whole(small, entry, options.password);
}

async function* whole({ packed, ...known }: Small, entry: ZipEntry, password: string | undefined) {
  Object.assign(entry, known);
  const parts = [packed];
  if (password !== undefined) {
    parts.length = 0;
    for await (const part of encryptAes([packed], password)) parts.push(part);
    Object.assign(entry, { isEncrypted: true, checksum: 0 });
  }
  entry.packedBytes = parts.reduce((sum, { length }) => sum + length, 0);
  yield Buffer.concat([localHeader(entry), ...parts]);
}

async function* large({ storage }: Packing, { packed }: Ready<Small>, entry: ZipEntry, options: Options) {
  const { level, password } = options;
  const file = await storage.open(packed.path);
  try {
    Object.assign(entry, {
      mtimeMs: file.stat.mtimeMs,
      isStreamed: true,
      isLarge: file.stat.sizeBytes >= largeBytes,
      isEncrypted: password !== undefined,
      method: level === 0 || incompressible.test(packed.name) ? 0 : 8,
    });
    yield localHeader(entry);
    const plain = summed(file.stream(), entry);
    const deflated = entry.method === 8 ? throughStream(plain, createDeflateRaw({ level, chunkSize: 65_536 })) : plain;
    for await (const part of password === undefined ? deflated : encryptAes(deflated, password)) {
      entry.packedBytes += part.length;
      yield part;
    }
    if (!entry.isLarge && Math.max(entry.packedBytes, entry.sizeBytes) > 0xffff_ffff)
      throw new Error("the file grew beyond 4 GiB while it was packed");
    if (password !== undefined) entry.checksum = 0;
    yield dataDescriptor(entry);
  } finally {
    await file.close();
  }
}

async function* summed(source: AsyncIterable<unknown>, entry: ZipEntry): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of source) {
    const bytes = chunk as Uint8Array; // a byte stream
    entry.checksum = crc32(bytes, entry.checksum);
    entry.sizeBytes += bytes.length;
    yield bytes;
  }
}
