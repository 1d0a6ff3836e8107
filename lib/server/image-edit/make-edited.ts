import type { imageEditContract } from "@/lib/contracts/image-edit";
import type { ParsedOf } from "@/lib/contracts/endpoint";
import { AppError } from "@/lib/shared/errors";
import { formatOfName, type ImageFormat } from "@/lib/shared/image/image-formats";
import { nameOf } from "@/lib/shared/paths";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { EditedPicture } from "./edit/plan";
import { runEdit } from "./edit/run-edit";

type Wish = ParsedOf<typeof imageEditContract.measureImage> &
  Partial<Pick<ParsedOf<typeof imageEditContract.saveImage>, "to" | "ifMatch">>;

/** `etag`: of the bytes that it was made of. `isOwnFormat`: the original's. */
type Made = EditedPicture & { format: ImageFormat; isOwnFormat: boolean; etag: string };

/** The edited picture in full size, made in the jail. */
export async function makeEdited(wish: Wish, ctx: Ctx): Promise<Made> {
  const own = formatOfName(nameOf(wish.path));
  if (own === undefined) throw new AppError("image/no-image");
  const format = wish.format === "keep" ? own : wish.format;
  // Bytes of another format under the old name would be a file that lies.
  if (format === null || (wish.to === "replace" && format !== own)) throw new AppError("image/other-format");
  const file = await ctx.storage.open(wish.path);
  try {
    const { etag, kind } = file.stat;
    if (kind !== "file") throw new AppError("file/not-file");
    if (wish.ifMatch !== undefined && wish.ifMatch !== etag)
      throw new AppError("file/changed", {}, { detail: { etag } });
    const edited = await runEdit(
      file,
      { edits: wish.edits, format, quality: wish.quality, keepsMetadata: wish.metadata === "keep" },
      ctx,
    );
    return { ...edited, format, isOwnFormat: format === own, etag };
  } finally {
    await file.close();
  }
}
