import type { imageEditContract } from "@/lib/contracts/image-edit";
import { AppError } from "@/lib/shared/errors";
import { extensionOfFormat } from "@/lib/shared/image/image-formats";
import { isEntryName, nameOf, siblingOf, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import { keepVersions } from "@/lib/server/trash/keep-versions";
import { makeEdited } from "./make-edited";

/** The edited picture beside the original, or in its place: then what was there is kept as a version, whenever it was saved. */
export const saveImage: Service<typeof imageEditContract.saveImage> = async (input, ctx) => {
  const { bytes, width, height, format, isOwnFormat, etag: source } = await makeEdited(input, ctx);
  if (input.to === "replace") {
    const { path, etag, sizeBytes, mtimeMs } = await keepVersions(ctx, { isEach: true }).during((keeping) =>
      // Whatever was asked for: what is written was made of these bytes.
      ctx.storage.write(input.path, bytes, { conflict: "replace", ifMatch: source, signal: ctx.signal, ...keeping }),
    );
    return { path, etag, size: sizeBytes, mtime: mtimeMs, width, height };
  }
  const target = copyPath(
    input.path,
    input.name ?? nameOfCopy(nameOf(input.path), isOwnFormat ? null : extensionOfFormat[format]),
  );
  const { path, etag, sizeBytes, mtimeMs } = await ctx.storage.write(target, bytes, {
    conflict: "rename",
    signal: ctx.signal,
  });
  return { path, etag, size: sizeBytes, mtime: mtimeMs, width, height };
};

function copyPath(path: VirtualPath, name: EntryName): VirtualPath {
  const target = siblingOf(path, name);
  if (target === null) throw new AppError("file/not-file");
  return target;
}

function nameOfCopy(name: EntryName, extension: string | null): EntryName {
  if (extension === null) return name;
  const copy = `${name.slice(0, name.lastIndexOf("."))}.${extension}`;
  if (!isEntryName(copy)) throw new AppError("file/name-too-long");
  return copy;
}
