import { AppError, isAppError } from "@/lib/shared/errors";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { coverExtensions, pictureExtensions, type PreviewSize } from "@/lib/shared/preview-sizes";
import { extensionOf } from "@/lib/shared/extension-of";
import { limits } from "@/lib/server/base/limits";
import { decode } from "@/lib/server/process/decoder/decode";
import { takeFrame } from "@/lib/server/media/take-frame";
import { runJailed } from "@/lib/server/process/decoder/run-jailed";
import { findProgram } from "@/lib/server/process/find-program";
import type { OpenFile, Storage } from "@/lib/server/storage/storage";
import { mediaExtensions, pagedExtensions } from "./drawn-extensions";
import { keyOf, kept, type Made } from "./kept-previews";

export type Asking = {
  storage: Storage;
  path: VirtualPath;
  /** Whose places in the queue it takes. */
  holder: string;
  signal: AbortSignal;
};

/**
 * A small picture of a file as WebP, longest side `size` pixels: what was made before, or made in the jail; no bytes for a book or an office file that holds none. The file is opened for whoever asks, so that only those get it who may read it.
 * Throws preview/failed, also for other kinds of files, preview/too-large, preview/no-jail, what opening throws, and what waiting in line throws.
 */
export function thumbnailOf(asking: Asking, size: PreviewSize): Promise<Made> {
  const extension = extensionOf(nameOf(asking.path));
  const read = readerFor(extension, asking, size);
  if (read === null) throw new AppError("preview/failed");
  const isCover = coverExtensions.has(extension);
  // The same bytes under another name are looked through for another cover.
  const made = isCover ? `cover ${extension}` : "thumbnail";
  return withFile(asking, (file) =>
    kept(keyOf([made, size, ...identityOf(file, asking)]), () =>
      decode({
        kind: isCover ? "cover" : "thumbnail",
        options: { extension: isDrawn(extension) ? "png" : extension, sizePx: size },
        read: () => read(file),
        holder: asking.holder,
        signal: asking.signal,
      }),
    ),
  );
}

/**
 * For what has begun, which its limits end: who scrolls on takes the request back, and a picture that was given up half made would be one that cannot be made, for
 * all who come after.
 */
const toItsEnd = () => new AbortController().signal;

/** A program makes a PNG of it. */
const isDrawn = (extension: string) => pagedExtensions.has(extension) || mediaExtensions.has(extension);

/** Whether ffmpeg is asked for its picture. */
export const isMedia = (path: VirtualPath): boolean => mediaExtensions.has(extensionOf(nameOf(path)));

/** How there is a picture of it: it is one itself or holds one, or a program makes one. Null for other kinds of files. */
function readerFor(
  extension: string,
  asking: Asking,
  size: PreviewSize,
): ((file: OpenFile) => Promise<Uint8Array>) | null {
  if (pictureExtensions.has(extension) || coverExtensions.has(extension)) return contentOf;
  if (pagedExtensions.has(extension)) return (file) => firstPage(file, size);
  if (mediaExtensions.has(extension)) return () => frameOf(asking, size);
  return null;
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
async function firstPage(file: OpenFile, size: PreviewSize): Promise<Uint8Array> {
  const pdftoppm = await findProgram(["/usr/bin/pdftoppm", "/usr/local/bin/pdftoppm"]);
  if (pdftoppm === null) throw new AppError("preview/failed");
  const { outputBytes, ...jail } = limits.previews.page;
  return runJailed(pdftoppm, ["-f", "1", "-l", "1", "-scale-to", String(size), "-png", "-"], {
    input: await contentOf(file),
    outputBytes,
    limits: jail,
    signal: toItsEnd(),
  });
}

/** As PNG, by ffmpeg. What it cannot make, and that it is missing, is remembered as with others. */
async function frameOf(asking: Asking, size: PreviewSize): Promise<Uint8Array> {
  try {
    return await takeFrame({ ...asking, signal: toItsEnd() }, size);
  } catch (error) {
    const isOurs = isAppError(error) && (error.key === "media/failed" || error.key === "media/no-program");
    throw isOurs ? new AppError("preview/failed", {}, { cause: error }) : error;
  }
}
