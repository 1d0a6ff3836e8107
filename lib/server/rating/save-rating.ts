import type { ratingContract } from "@/lib/contracts/rating";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { AppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { readSidecar, sidecarPaths } from "./sidecar";
import { newXmp, withRating } from "./xmp-rating";

/** Into the sidecar that there is, or into a new one; none is made to say nothing. What it was before is kept as an earlier version. */
export const saveRating: Service<typeof ratingContract.saveRating> = async ({ path, rating }, ctx) => {
  const { kind } = await ctx.storage.stat(path);
  if (kind !== "file") throw new AppError("file/not-file");
  const sidecar = await readSidecar(path, ctx.storage);
  if (sidecar !== null) {
    const text = await withRating(sidecar.text, rating);
    if (text === null) throw new AppError("rating/damaged", { name: nameOf(sidecar.path) });
    if (text !== sidecar.text) await replace(sidecar.path, { text, etag: sidecar.etag }, ctx);
  } else if (rating > 0) await create(path, rating, ctx);
  return { path, rating };
};

async function create(picture: VirtualPath, rating: number, { storage, signal }: Ctx): Promise<void> {
  const [target] = sidecarPaths(picture);
  if (target === undefined) throw new AppError("file/name-invalid");
  await storage.write(target, Buffer.from(newXmp(rating)), { conflict: "fail", signal });
}

/** Refused with file/changed where another program has written it since it was read. */
async function replace(path: VirtualPath, { text, etag }: { text: string; etag: string }, ctx: Ctx): Promise<void> {
  await keepVersions(ctx).during((keeping) =>
    ctx.storage.write(path, Buffer.from(text), { conflict: "replace", ifMatch: etag, signal: ctx.signal, ...keeping }),
  );
}
