import { AppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { documentExtensions, pictureExtensions, type PreviewSize } from "@/lib/shared/preview-sizes";
import { extensionOf } from "@/lib/shared/extension-of";
import { limits } from "@/lib/server/base/limits";
import { decode } from "@/lib/server/process/decoder/decode";
import { runJailed } from "@/lib/server/process/decoder/run-jailed";
import { findProgram } from "@/lib/server/process/find-program";
import type { OpenFile, Storage } from "@/lib/server/storage/storage";
import { keyOf, kept, type Made } from "./kept-previews";

export type Asking = {
  storage: Storage;
  path: VirtualPath;
  /** Whose places in the queue it takes. */
  holder: string;
  signal: AbortSignal;
};

/**
 * A small picture of a file as WebP, longest side `size` pixels: what was made before, or made in the jail. The file is opened for whoever asks, so that only those get it who may read it.
 * Throws preview/failed, also for other kinds of files, preview/too-large, preview/no-jail, what opening throws, and what waiting in line throws.
 */
export function thumbnailOf(asking: Asking, size: PreviewSize): Promise<Made> {
  const extension = extensionOf(nameOf(asking.path));
  if (!pictureExtensions.has(extension) && !documentExtensions.has(extension)) throw new AppError("preview/failed");
  return withFile(asking, (file) =>
    kept(keyOf(["thumbnail", size, ...identityOf(file, asking)]), () =>
      decode({
        kind: "thumbnail",
        options: { extension: documentExtensions.has(extension) ? "png" : extension, sizePx: size },
        read: () => (documentExtensions.has(extension) ? firstPage(file, size, asking.signal) : contentOf(file)),
        holder: asking.holder,
        signal: asking.signal,
      }),
    ),
  );
}

/** What a picture says of itself. Throws as {@link thumbnailOf}. */
export function factsOf(asking: Asking): Promise<Made> {
  const extension = extensionOf(nameOf(asking.path));
  if (!pictureExtensions.has(extension)) throw new AppError("preview/failed");
  return withFile(asking, (file) =>
    kept(keyOf(["facts", ...identityOf(file, asking)]), () =>
      decode({
        kind: "facts",
        options: { extension },
        read: () => contentOf(file),
        holder: asking.holder,
        signal: asking.signal,
      }),
    ),
  );
}

async function withFile<T>({ storage, path }: Asking, work: (file: OpenFile) => Promise<T>): Promise<T> {
  const file = await storage.open(path);
  try {
    if (file.stat.kind !== "file") throw new AppError("preview/failed");
    return await work(file);
  } finally {
    await file.close();
  }
}

/** On a disk of this machine the ETag has the inode and the time of its last change; elsewhere it is that of one path for one caller. */
function identityOf(file: OpenFile, { path, holder }: Asking): string[] {
  return file.disk === null ? [file.stat.etag, path, holder] : [file.stat.etag];
}

async function contentOf(file: OpenFile): Promise<Uint8Array> {
  if (file.stat.sizeBytes > limits.previews.inputBytes) throw new AppError("preview/too-large");
  return file.readAll();
}

/** As PNG, by poppler. */
async function firstPage(file: OpenFile, size: PreviewSize, signal: AbortSignal): Promise<Uint8Array> {
  const pdftoppm = await findProgram(["/usr/bin/pdftoppm", "/usr/local/bin/pdftoppm"]);
  if (pdftoppm === null) throw new AppError("preview/failed");
  const { outputBytes, ...jail } = limits.previews.page;
  return runJailed(pdftoppm, ["-f", "1", "-l", "1", "-scale-to", String(size), "-png", "-"], {
    input: await contentOf(file),
    outputBytes,
    limits: jail,
    signal,
  });
}
