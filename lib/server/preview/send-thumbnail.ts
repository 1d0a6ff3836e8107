import type { previewContract } from "@/lib/contracts/preview";
import type { PreviewSize } from "@/lib/shared/preview-sizes";
import { holderOf } from "@/lib/server/http/holder-of";
import type { ByteService } from "@/lib/server/http/route";
import type { Wire } from "@/lib/server/http/wire";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { VirtualPath } from "@/lib/shared/paths";
import { thumbnailOf } from "./make-preview";

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
  const { bytes } = await thumbnailOf({ storage: ctx.storage, path, holder: holderOf(ctx), signal: ctx.signal }, size);
  res.writeHead(200, {
    "content-type": "image/webp",
    "content-length": bytes.length,
    "cache-control": isCached ? "private, max-age=31536000, immutable" : "private, no-cache",
    "content-security-policy": "sandbox; default-src 'none'",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
  });
  res.end(req.method === "HEAD" ? undefined : bytes);
}
