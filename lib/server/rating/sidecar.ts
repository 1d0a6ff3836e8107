import { limits } from "@/lib/server/base/limits";
import type { Storage } from "@/lib/server/storage/storage";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isEntryName, joinVirtualPath, nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";

export type Sidecar = { path: VirtualPath; text: string; etag: string };

/** Where a picture's sidecar can be: `IMG_1.jpg.xmp` as darktable has it, then `IMG_1.xmp` as Lightroom has. */
export function sidecarPaths(picture: VirtualPath): readonly VirtualPath[] {
  const [folder, name] = [parentOf(picture), nameOf(picture)];
  if (folder === null) return [];
  const dot = name.lastIndexOf(".");
  const names = [`${name}.xmp`, ...(dot > 0 ? [`${name.slice(0, dot)}.xmp`] : [])];
  return names.filter(isEntryName).map((one) => joinVirtualPath(folder, one));
}

/** The sidecar that there is; null: none. Throws rating/damaged for one that is too large or no UTF-8. */
export async function readSidecar(picture: VirtualPath, storage: Storage): Promise<Sidecar | null> {
  for (const path of sidecarPaths(picture)) {
    const found = await readOne(path, storage).catch((error: unknown) => {
      if (isAppError(error) && error.key === "file/not-found") return null;
      throw error;
    });
    if (found !== null) return found;
  }
  return null;
}

async function readOne(path: VirtualPath, storage: Storage): Promise<Sidecar> {
  const damaged = (cause?: unknown) => new AppError("rating/damaged", { name: nameOf(path) }, { cause });
  const file = await storage.open(path);
  try {
    const { kind, sizeBytes, etag } = file.stat;
    if (kind !== "file" || sizeBytes > limits.previews.ratings.sidecarBytes) throw damaged();
    const bytes = await file.readAll();
    // With its mark, if it has one: every byte but those of the rating is written back.
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    try {
      return { path, text: text.decode(bytes), etag };
    } catch (error) {
      throw damaged(error);
    }
  } finally {
    await file.close();
  }
}
