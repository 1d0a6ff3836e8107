import type { fileContract } from "@/lib/contracts/file";
import type { Answer } from "@/lib/contracts/answer";
import { AppError, answerCodes } from "@/lib/shared/errors";
import { nameOf } from "@/lib/shared/paths";
import { largeFileBytes } from "@/lib/shared/units";
import type { ByteService } from "@/lib/server/http/hot-table";
import type { OpenFile } from "@/lib/server/storage/storage";
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
  if (stat.kind !== "file") throw new AppError("file/special");
  if (stat.sizeBytes > (input.ignore_size ? maxTextBytes : largeFileBytes))
    throw new AppError("file/too-large", { size: stat.sizeBytes });
  const file = await ctx.storage.open(path);
  try {
    const { text, encoding, bom } = decodeText(await readWhole(file), input.encoding);
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
  } finally {
    await file.close();
  }
};

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
