import { findExifThumbnail, type ExifThumbnail } from "./exif-thumbnail";

/** Longest side of what is kept, in pixels: a tile of the gallery on a fine screen. */
const keptPx = 480;
/** The EXIF part ends within 64 KiB of its beginning; what stands before it is short. */
const headBytes = 96 * 1024;
/** More is not decoded for a small picture: 12 megapixels are 48 MB while they are in hand. */
const decodedMaxBytes = 16 * 1024 * 1024;

type Source = { url: string; sizeBytes: number; isJpeg: boolean; signal: AbortSignal };

/** The picture that a camera put into the beginning of its file: some KB instead of the whole; null when there is none. */
export async function pictureInHead({ url, sizeBytes, isJpeg, signal }: Source): Promise<Blob | null> {
  if (!isJpeg || sizeBytes <= headBytes) return null;
  const response = await fetch(url, { headers: { range: `bytes=0-${headBytes - 1}` }, signal });
  // Whoever ignores the range would send everything.
  if (response.status !== 206) {
    await response.body?.cancel();
    return null;
  }
  const head = new Uint8Array(await response.arrayBuffer());
  const found = findExifThumbnail(head);
  if (found === null) return null;
  const stored = await createImageBitmap(new Blob([head.subarray(found.from, found.to)], { type: "image/jpeg" }), {
    imageOrientation: "none",
  });
  return await drawn(stored, found);
}

/** The whole picture made small; null when it is too large for that. */
export async function wholeMadeSmall({ url, sizeBytes, signal }: Source): Promise<Blob | null> {
  if (sizeBytes > decodedMaxBytes) return null;
  const response = await fetch(url, { signal });
  if (!response.ok) return null;
  return await drawn(await createImageBitmap(await response.blob()), null);
}

async function drawn(bitmap: ImageBitmap, exif: ExifThumbnail | null): Promise<Blob> {
  try {
    const part = partOf(bitmap, exif?.size ?? null);
    const scale = Math.min(1, keptPx / Math.max(part.width, part.height));
    const [width, height] = [Math.max(1, Math.round(part.width * scale)), Math.max(1, Math.round(part.height * scale))];
    const turn = turns[exif?.orientation ?? 1] ?? noTurn;
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = turn.swaps ? [height, width] : [width, height];
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.imageSmoothingQuality = "medium";
    const [a, b, c, d] = turn.matrix;
    // Turned about the middle, so that only the four numbers of the turn are needed.
    context.setTransform(a, b, c, d, canvas.width / 2, canvas.height / 2);
    context.drawImage(bitmap, part.x, part.y, part.width, part.height, -width / 2, -height / 2, width, height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/webp", 0.82);
    });
  } finally {
    bitmap.close();
  }
}

/** Without the bars that some cameras put around what has not the shape of 4:3. */
function partOf({ width, height }: ImageBitmap, whole: { width: number; height: number } | null) {
  if (whole === null) return { x: 0, y: 0, width, height };
  const ratio = whole.width / whole.height;
  const [inWidth, inHeight] = ratio > width / height ? [width, width / ratio] : [height * ratio, height];
  return { x: (width - inWidth) / 2, y: (height - inHeight) / 2, width: inWidth, height: inHeight };
}

type Turn = { matrix: readonly [number, number, number, number]; swaps: boolean };
const noTurn: Turn = { matrix: [1, 0, 0, 1], swaps: false };
/** By EXIF's orientation (JEITA CP-3451, 4.6.4). */
const turns: Readonly<Record<number, Turn>> = {
  2: { matrix: [-1, 0, 0, 1], swaps: false },
  3: { matrix: [-1, 0, 0, -1], swaps: false },
  4: { matrix: [1, 0, 0, -1], swaps: false },
  5: { matrix: [0, 1, 1, 0], swaps: true },
  6: { matrix: [0, 1, -1, 0], swaps: true },
  7: { matrix: [0, -1, -1, 0], swaps: true },
  8: { matrix: [0, -1, 1, 0], swaps: true },
};
