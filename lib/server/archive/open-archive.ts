import { createGunzip } from "node:zlib";
import { AppError, isAppError } from "@/lib/shared/errors";
import { readTar } from "@/lib/server/upload/read-tar";
import type { OpenFile } from "@/lib/server/storage/storage";
import type { ArchiveEntry, OpenArchive } from "./archive-entry";
import { openZip } from "./open-zip";

const headBytes = 512;

/** Tells a format by its first bytes, not by its name. Throws archive/format for all others. */
export async function openArchive(file: OpenFile, encoding: string | undefined): Promise<OpenArchive> {
  const head = await readHead(file);
  const signature = head.subarray(0, 4).toString("latin1");
  if (signature === "PK\u0003\u0004" || signature === "PK\u0005\u0006") return openZip(file, encoding);
  if (head[0] === 0x1f && head[1] === 0x8b) return openTar(() => gunzip(file));
  if (head.subarray(257, 262).toString("latin1") === "ustar") return openTar(() => file.stream());
  throw new AppError("archive/format");
}

async function readHead(file: OpenFile): Promise<Buffer> {
  if (file.stat.sizeBytes === 0) return Buffer.alloc(0);
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream({ start: 0, end: Math.min(headBytes, file.stat.sizeBytes) - 1 }))
    if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function* gunzip(file: OpenFile): AsyncGenerator<Uint8Array, void> {
  const source = file.stream();
  const gunzip = source.pipe(createGunzip());
  source.on("error", (error) => gunzip.destroy(error));
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array; // a byte stream
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

function openTar(source: () => AsyncIterable<Uint8Array>): OpenArchive {
  return {
    totalBytes: null,
    entries: async function* (): AsyncGenerator<ArchiveEntry, void> {
      try {
        for await (const { stream, ...entry } of readTar(source())) yield { ...entry, stream: async () => stream() };
      } catch (error) {
        // What the reader of uploads calls broken, or zlib's own words.
        if (isAppError(error) && error.key !== "upload/archive") throw error;
        throw new AppError("archive/broken", {}, { cause: error });
      }
    },
    close: () => {},
  };
}
