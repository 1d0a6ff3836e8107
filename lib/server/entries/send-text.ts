import { createGzip, constants } from "node:zlib";
import type { Answer } from "@/lib/contracts/answer";
import { answerCodes } from "@/lib/shared/answer-codes";
import { AppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { largeFileBytes, maxTextBytes } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Wire } from "@/lib/server/http/wire";
import { acceptsGzip, jsonHeaders, sendBytes, sent, writeOut } from "@/lib/server/http/send-bytes";
import { nextSlice } from "@/lib/server/base/next-slice";
import { limits } from "@/lib/server/base/limits";
import type { OpenFile } from "@/lib/server/storage/storage";
import { createTurns } from "@/lib/server/base/turns";
import { readEnds } from "@/lib/server/text/read-ends";
import * as encodings from "@/lib/server/text/text-encoding";

/** Below this a text is read whole and answered in one piece, which is quicker. */
const smallBytes = 64 * 1024;
/** What is made into JSON at once: six times as long where all of it must be escaped. */
const pieceLength = 16 * 1024;

const tailLength = '"}}'.length;

const turns = createTurns(limits.texts.turns);

/** `ends`: of what is too large the beginning and the end. */
type TextInput = { path: VirtualPath; encoding: string | undefined; ignoreSize: boolean; ends: boolean };
type Found = Omit<encodings.DecodedText, "text"> & { eol: encodings.Eol };

/**
 * Answers a text file's content. Throws file/special for what is no file, file/too-large over 20 MB, if not told to ignore that (over 5 MB
 * for anonymous callers) or to send its ends, file/not-text and file/encoding as {@link encodings.unreadable}, request/busy and request/overloaded.
 */
export async function sendText(
  { path, encoding: wanted, ignoreSize, ends }: TextInput,
  ctx: Pick<Ctx, "actor" | "request" | "signal" | "storage">,
  wire: Wire,
): Promise<void> {
  const leave = await turns(holderOf(ctx), ctx.signal);
  try {
    const file = await ctx.storage.open(path);
    try {
      const { sizeBytes } = file.stat;
      const usual = ctx.actor.userId === null ? limits.texts.anonymousBytes : largeFileBytes;
      const isTooLarge = sizeBytes > (ignoreSize ? maxTextBytes : usual);
      if (isTooLarge && !ends) throw new AppError("file/too-large", { size: sizeBytes });
      if (isTooLarge) await sendEnds({ path, file, wanted }, wire);
      else if (sizeBytes <= smallBytes) await sendWhole({ path, file, wanted }, wire);
      else await streamText({ path, file, wanted }, ctx.signal, wire);
    } finally {
      await file.close();
    }
  } finally {
    leave();
  }
}

type Shown = { path: VirtualPath; file: OpenFile; wanted: string | undefined };

function answerOf({ path, file }: Shown, found: Found, context: string) {
  const { sizeBytes, mtimeMs, etag, writable } = file.stat;
  const about = { name: nameOf(path), size: sizeBytes, mtime: mtimeMs, etag, writable };
  return { code: answerCodes.preFile, message: "file", data: { ...about, ...found, context } } satisfies Answer;
}

async function sendWhole(shown: Shown, wire: Wire): Promise<void> {
  const bytes = Buffer.from(await shown.file.readAll());
  await nextSlice();
  const { text, ...found } = encodings.decodeText(bytes, shown.wanted);
  const answer = answerOf(shown, { ...found, eol: encodings.detectEol(text) }, text);
  await sendBytes(wire, Buffer.from(JSON.stringify(answer)));
}

async function sendEnds(shown: Shown, wire: Wire): Promise<void> {
  const { text, cut, ...found } = await readEnds(shown.file, shown.wanted);
  const answer = answerOf(shown, { ...found, eol: encodings.detectEol(text) }, text);
  const data = { ...answer.data, writable: false, cut };
  await sendBytes(wire, Buffer.from(JSON.stringify({ ...answer, data })));
}

/** Reads once to find out what it is, and once more to send it: so that no text is ever held. */
async function streamText(shown: Shown, signal: AbortSignal, wire: Wire): Promise<void> {
  const { skipBytes, ...found } = await findEncoding(shown, signal);
  // The text is the last in it.
  const frame = JSON.stringify(answerOf(shown, found, ""));
  const [head, tail] = [frame.slice(0, -tailLength), frame.slice(-tailLength)];
  const { res } = wire;
  const isCompressed = acceptsGzip(wire);
  res.writeHead(200, { ...jsonHeaders, ...(isCompressed ? { "content-encoding": "gzip" } : {}) });
  const gzip = isCompressed ? createGzip({ level: constants.Z_BEST_SPEED, chunkSize: 64 * 1024 }) : null;
  gzip?.pipe(res);
  const out = gzip ?? res;
  try {
    if (!(await writeOut(out, head, signal))) return;
    for await (const text of decoded(shown.file, { encoding: found.encoding, skipBytes }))
      for (let at = 0; at < text.length; at += pieceLength)
        if (!(await writeOut(out, JSON.stringify(text.slice(at, at + pieceLength)).slice(1, -1), signal))) return;
    out.end(tail);
    await sent(res);
  } finally {
    if (!out.writableEnded) gzip?.destroy();
  }
}

async function findEncoding({ file, wanted }: Shown, signal: AbortSignal): Promise<encodings.Candidate & Found> {
  const start: Buffer[] = [];
  for await (const chunk of file.stream({ start: 0, end: encodings.sampleBytes - 1 })) start.push(chunk as Buffer); // a byte stream
  await nextSlice();
  for (const candidate of encodings.encodingCandidates(Buffer.concat(start), wanted)) {
    const lines = encodings.createEolCounter();
    try {
      for await (const text of decoded(file, candidate)) {
        lines.take(text);
        if (signal.aborted) throw new AppError("request/cancelled");
      }
      return { ...candidate, eol: lines.end() };
    } catch (error) {
      // What the decoder says where the bytes are not of this encoding.
      if (!(error instanceof TypeError)) throw error;
    }
    await nextSlice();
  }
  throw encodings.unreadable(wanted);
}

function* piecesOf(bytes: Buffer): Generator<Buffer, void> {
  for (let at = 0; at < bytes.length; at += smallBytes) yield bytes.subarray(at, at + smallBytes);
}

/** As long as it was when it was opened: a log may grow while it is read. */
async function* decoded(
  file: OpenFile,
  { encoding, skipBytes }: Pick<encodings.Candidate, "encoding" | "skipBytes">,
): AsyncGenerator<string, void> {
  const decoder = encodings.strictDecoder(encoding);
  for await (const chunk of file.stream({ start: skipBytes, end: file.stat.sizeBytes - 1 }))
    for (const piece of piecesOf(chunk as Buffer)) {
      yield decoder.decode(piece, { stream: true }); // a byte stream
      // A megabyte takes a decoder in JavaScript 30 ms.
      await nextSlice();
    }
  yield decoder.decode();
}
