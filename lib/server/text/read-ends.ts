import type { Readable } from "node:stream";
import { AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import { nextSlice } from "@/lib/server/base/next-slice";
import * as encodings from "./text-encoding";

type Source = { stat: { sizeBytes: number }; stream: (range: { start: number; end: number }) => Readable };
/** `cut`: how many lines come before the cut, and about how many bytes are left out there. */
type Ends = encodings.DecodedText & { cut: { lines: number; bytes: number } };

/**
 * The first and the last `limits.texts.endBytes` of a text that is longer than both, in whole lines where there are any. Throws as
 * {@link encodings.unreadable}; a character that is cut in two is replaced.
 */
export async function readEnds(file: Source, wanted: string | undefined): Promise<Ends> {
  const { sizeBytes } = file.stat;
  const { endBytes } = limits.texts;
  const [head, tail] = [
    await read(file, { start: 0, end: endBytes - 1 }),
    // From an even place on, where a character of UTF-16 begins.
    await read(file, { start: 2 * Math.floor((sizeBytes - endBytes) / 2), end: sizeBytes - 1 }),
  ];
  await nextSlice();
  for (const { skipBytes, ...found } of encodings.encodingCandidates(head, wanted)) {
    const start = decodeStart(head.subarray(skipBytes), found.encoding);
    await nextSlice();
    if (start === null) continue;
    const before = start.endsWith("\n") ? start : `${start}\n`;
    const text = before + decodeEnd(tail, found.encoding);
    const cut = { lines: before.split("\n").length - 1, bytes: sizeBytes - head.length - tail.length };
    return { text, ...found, cut };
  }
  throw encodings.unreadable(wanted);
}

async function read(file: Source, range: { start: number; end: number }): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.stream(range)) chunks.push(chunk as Buffer); // a byte stream
  const bytes = Buffer.concat(chunks);
  if (bytes.length < range.end - range.start + 1) throw new AppError("file/io", { code: "EIO" });
  return bytes;
}

/** Up to its last line break; null where it is of another encoding. */
function decodeStart(bytes: Buffer, encoding: encodings.Candidate["encoding"]): string | null {
  try {
    // The last character may be cut.
    const text = encodings.strictDecoder(encoding).decode(bytes, { stream: true });
    return text.slice(0, text.lastIndexOf("\n") + 1) || text;
  } catch (error) {
    if (error instanceof TypeError) return null; // what the decoder says where the bytes do not fit
    throw error;
  }
}

/** From its first line on: in no encoding but UTF-16 a line break is a part of another character. */
function decodeEnd(bytes: Buffer, encoding: encodings.Candidate["encoding"]): string {
  const isWide = encoding.startsWith("utf-16");
  const from = isWide ? 0 : bytes.indexOf(0x0a) + 1;
  const text = encodings.lenientDecoder(encoding).decode(bytes.subarray(from));
  return isWide ? text.slice(text.indexOf("\n") + 1) : text;
}
