import { once } from "node:events";
import type { fileContract } from "@/lib/contracts/file";
import type { Answer } from "@/lib/contracts/answer";
import { AppError, answerCodes } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { largeFileBytes } from "@/lib/shared/units";
import { abortSignalOf, type ByteService, type Wire } from "@/lib/server/http/hot-table";
import { remember } from "@/lib/server/remember";
import { createTurns } from "@/lib/server/turns";
import type { OpenFile, Storage } from "@/lib/server/storage/storage";
import { sendBytes } from "@/lib/server/http/send-bytes";
import { sendListing } from "./send-listing";
import { decodeText, detectEol } from "./text-encoding";
import { resolvePath } from "./resolve-path";

/** Larger texts do not fit an editor; they are downloaded, or read in pages. */
const maxTextBytes = 128 * 1024 * 1024;

/** A folder's listing, or a text file's content with code 5. */
export const getFile: ByteService<typeof fileContract.get> = async (input, ctx, wire) => {
  const path = resolvePath(input, ctx);
  const stat = await ctx.storage.stat(path);
  if (stat.kind === "folder")
    return sendListing({ folder: path, writable: stat.writable, stamp: stat.mtimeMs, query: input }, ctx, wire);
  return getText({ path, encoding: input.encoding, ignoreSize: input.ignore_size }, ctx.storage, wire);
};

/** A text this long is held in memory several times over until its reader has it. */
const longTextBytes = 4 * 1024 * 1024;

const longTexts = remember("text-turns", () => createTurns({ atOnce: 4, maxWaiting: 50 }));

type TextInput = { path: VirtualPath; encoding: string | undefined; ignoreSize: boolean };

/** Answers a text file's content. Throws file/special for what is no file, file/too-large over 20 MB, if not told to ignore that. */
export async function getText(
  { path, encoding: wanted, ignoreSize }: TextInput,
  storage: Storage,
  wire: Wire,
): Promise<void> {
  const file = await storage.open(path);
  let leave: (() => void) | null = null;
  try {
    if (file.stat.sizeBytes > (ignoreSize ? maxTextBytes : largeFileBytes))
      throw new AppError("file/too-large", { size: file.stat.sizeBytes });
    if (file.stat.sizeBytes > longTextBytes) leave = await longTexts(wire.exchange.address, abortSignalOf(wire));
    const { text, encoding, bom } = decodeText(await readWhole(file), wanted);
    const answer: Answer = {
      code: answerCodes.preFile,
      message: "file",
      data: {
        context: text,
        name: nameOf(path),
        size: file.stat.sizeBytes,
        mtime: file.stat.mtimeMs,
        etag: file.stat.etag,
        encoding,
        bom,
        eol: detectEol(text),
        writable: file.stat.writable,
      },
    };
    await sendBytes(wire, Buffer.from(JSON.stringify(answer)));
    if (leave !== null && !wire.res.closed) await once(wire.res, "close");
  } finally {
    leave?.();
    await file.close();
  }
}

async function readWhole(file: OpenFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file.stream()) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    // A log may grow while it is read.
    if (bytes > maxTextBytes) throw new AppError("file/too-large", { size: bytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
