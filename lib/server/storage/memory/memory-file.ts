import { Readable, type Writable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import type { EntryName } from "@/lib/shared/paths";
import type { ByteRange, OpenFile } from "@/lib/server/storage/storage";
import { sendChunks } from "@/lib/server/storage/send-chunks";
import { statOf, type MemoryFile } from "./memory-volume";

const chunkBytes = 262_144;

/** The content that the file has now: whoever writes it later gives it other bytes. */
export function openMemoryFile(file: MemoryFile, name: EntryName, isWritable: boolean): OpenFile {
  const { bytes } = file;
  const streams = new Set<Readable>();
  let isClosed = false;

  function* chunksOf({ start, end }: ByteRange) {
    for (let at = start; at <= end; at += chunkBytes) {
      if (isClosed) throw new AppError("request/cancelled");
      yield Buffer.from(bytes.subarray(at, Math.min(at + chunkBytes, end + 1)));
    }
  }
  const whole = { start: 0, end: bytes.byteLength - 1 };

  return {
    stat: statOf(name, file, isWritable),
    disk: null,
    isSpooled: false,
    stream(range = whole) {
      const stream = Readable.from(chunksOf(range), { objectMode: false });
      streams.add(stream);
      return stream;
    },
    async readAll() {
      if (isClosed) throw new AppError("request/cancelled");
      return Uint8Array.from(bytes);
    },
    async sendTo(out: Writable, range = whole) {
      await sendChunks(chunksOf(range), out);
    },
    async close() {
      isClosed = true;
      for (const stream of streams) stream.destroy();
    },
  };
}
