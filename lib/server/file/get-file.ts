import type { fileContract } from "@/lib/contracts/file";
import type { ByteService } from "@/lib/server/http/route";
import { sendListing } from "@/lib/server/entries/send-listing";
import { sendText } from "@/lib/server/entries/send-text";
import { resolvePath } from "./resolve-path";

/** A folder's listing, or a text file's content with code 5. */
export const getFile: ByteService<typeof fileContract.get> = async (input, ctx, wire) => {
  const path = resolvePath(input, ctx);
  const stat = await ctx.storage.stat(path);
  if (stat.kind === "folder")
    return sendListing({ folder: path, writable: stat.writable, stamp: stat.mtimeMs, query: input }, ctx, wire);
  return sendText({ path, encoding: input.encoding, ignoreSize: input.ignore_size, ends: input.ends }, ctx, wire);
};
