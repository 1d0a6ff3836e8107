import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { AppError } from "@/lib/shared/errors";
import { isEntryName } from "@/lib/shared/paths";
import type { OpenFile } from "@/lib/server/storage/storage";
import { titleOf, type OpenArchive, type OpenOptions } from "./archive-entry";
import { openPacked } from "./open-packed";
import { openSevenZip, readAlone, type SevenZipType } from "./open-seven-zip";
import { openZip } from "./open-zip";
import { isTarHead, openTar } from "./open-tar";
import { openAsVolume } from "./volumes";
import { findZip } from "./zip-window";

const headBytes = 512;

/** First bytes of what 7-Zip reads for us. */
const signatures: readonly [SevenZipType, string][] = [
  ["7z", "7z\u00bc\u00af\u0027\u001c"],
  ["rar5", "Rar!\u001a\u0007\u0001\u0000"],
  ["rar", "Rar!\u001a\u0007\u0000"],
  ["xz", "\u00fd7zXZ\u0000"],
  ["bzip2", "BZh"],
  ["zstd", "\u0028\u00b5\u002f\u00fd"],
];

/** Tells a format by its first bytes, not by its name. Throws archive/format for all others, archive/volume for a part of one. */
export function openArchive(file: OpenFile, options: OpenOptions): Promise<OpenArchive> {
  return openAsVolume(file, options.name, () => open(file, options));
}

async function open(file: OpenFile, options: OpenOptions): Promise<OpenArchive> {
  const head = await readHead(file);
  const signature = head.subarray(0, 8).toString("latin1");
  if (signature.startsWith("PK\u0003\u0004") || signature.startsWith("PK\u0005\u0006")) return openZip(file, options);
  if (isTarHead(head)) return openTar(() => bytesOf(file, options), options);
  const title = titleOf(options.name);
  const alone = { path: isEntryName(title) ? title : "content", mtimeMs: file.stat.mtimeMs };
  if (head[0] === 0x1f && head[1] === 0x8b) return openPacked(() => gunzip(file, options), alone, options);
  const type = signatures.find(([, bytes]) => signature.startsWith(bytes))?.[0];
  if (type === undefined) {
    // Behind the program that unpacks it.
    if ((await findZip(file)) !== null) return openZip(file, options);
    throw new AppError("archive/format");
  }
  if (type === "7z" || type === "rar" || type === "rar5") return openSevenZip(file, type, options);
  return openPacked(
    () => readAlone({ file, type, holder: options.holder, signal: options.signal, onRead: options.onRead }),
    alone,
    options,
  );
}

async function readHead(file: OpenFile): Promise<Buffer> {
  if (file.stat.sizeBytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream({ start: 0, end: Math.min(headBytes, file.stat.sizeBytes) - 1 }))
    if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

type Watch = Pick<OpenOptions, "onRead">;

/** Tells how far it was read. */
async function* bytesOf(file: OpenFile, { onRead }: Watch): AsyncGenerator<Uint8Array, void> {
  let readBytes = 0;
  for await (const chunk of file.stream()) {
    const bytes = chunk as Uint8Array; // a byte stream
    onRead?.((readBytes += bytes.length));
    yield bytes;
  }
}

async function* gunzip(file: OpenFile, watch: Watch): AsyncGenerator<Uint8Array, void> {
  const source = Readable.from(bytesOf(file, watch), { objectMode: false });
  const gunzip = source.pipe(createGunzip());
  source.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array; // a byte stream
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}
