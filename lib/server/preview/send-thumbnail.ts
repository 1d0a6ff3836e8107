import type { previewContract } from "@/lib/contracts/preview";
import type { PreviewSize } from "@/lib/shared/preview-sizes";
import { holderOf } from "@/lib/server/http/holder-of";
import type { ByteService } from "@/lib/server/http/route";
import type { Wire } from "@/lib/server/http/wire";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { isMedia, thumbnailOf } from "./make-preview";

export const sendThumbnail: ByteService<typeof previewContract.thumbnail> = ({ file, size, mtime }, ctx, wire) =>
  sendThumbnailOf({ path: file, size, isCached: mtime !== undefined }, ctx, wire);

type Wanted = {
  path: VirtualPath;
  size: PreviewSize;
  /** The address changes with the file: browsers keep the answer. */
  isCached: boolean;
};

/** The picture from whatever storage the call has: of the session, or of a share. */
export async function sendThumbnailOf({ path, size, isCached }: Wanted, ctx: Ctx, { res, req }: Wire): Promise<void> {
  const asking = { storage: ctx.storage, path, holder: holderOf(ctx), signal: ctx.signal };
  const made = await thumbnailOf(asking, size).catch((error: unknown) => {
    // Most sounds have no cover, which is no failure of theirs. It is asked for again, as a program may come to make one.
    if (isMedia(path) && isAppError(error) && error.key === "preview/failed") return null;
    throw error;
  });
  const bytes = made?.bytes ?? Buffer.alloc(0);
  const isThere = bytes.length > 0;
  res.writeHead(isThere ? 200 : 204, {
    ...(isThere && { "content-type": "image/webp", "content-length": bytes.length }),
    "cache-control": isCached && made !== null ? "private, max-age=31536000, immutable" : "private, no-cache",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  res.end(req.method === "HEAD" || !isThere ? undefined : bytes);
}
