import type { Sharp } from "sharp";
import { applyTones } from "@/lib/shared/image/apply-tones";
import { blurredParts, type BlurredPart } from "@/lib/shared/image/blur-cells";
import {
  coverScale,
  cropPixels,
  frameSize,
  recipeOf,
  resultSize,
  turnedSize,
  type ImageRecipe,
  type PictureSize,
} from "@/lib/shared/image/image-edits";
import type { ImageFormat } from "@/lib/shared/image/image-formats";
import { marksSvg } from "@/lib/shared/image/mark-shapes";
import { carryMetadata } from "./carry-metadata";
import { TooManyPixels, type EditedPicture, type EditJob, type SharpMaker } from "./plan";
import { fromRaw, rawOf, step, type Raw } from "./raw-picture";

/** Applies edits to the bytes of a picture at its full size. Runs in the jail; throws TooManyPixels, also for the result, and what sharp throws. */
export async function editPicture(bytes: Uint8Array, job: EditJob, sharp: SharpMaker): Promise<EditedPicture> {
  const input = () => sharp(bytes, { limitInputPixels: job.maxPixels, failOn: "error" });
  const metadata = await input().metadata();
  const source = { width: metadata.autoOrient.width, height: metadata.autoOrient.height };
  const recipe = recipeOf(job.edits, source);
  const frame = frameSize(recipe, source);
  const part = cropPixels(recipe, frame);
  const size = resultSize(recipe, source);
  if (Math.max(source.width * source.height, size.width * size.height) > job.maxPixels) throw new TooManyPixels();

  const upright = await rawOf(input().autoOrient().toColourspace("srgb"), sharp);
  const straight = await straightened(await turned(upright, recipe), { recipe, source, frame });
  const { x: left, y: top, width, height } = part;
  const cropped = await step(straight, (picture) => picture.extract({ left, top, width, height }));
  applyTones({ data: cropped.data, channels: cropped.info.channels === 4 ? 4 : 3 }, recipe.tones);
  const sharpened = await withSharpness(cropped, recipe);
  await blurInPlace(sharpened, blurredParts(recipe.marks, { frame, part }));
  const sized = await step(sharpened, (picture) => picture.resize({ ...size, fit: "fill" }));
  const drawn = recipe.marks.some(({ kind }) => kind !== "blur")
    ? await drawnOver(sized, marksSvg(recipe.marks, { frame, part, size }))
    : sized;

  const whole = job.keepsMetadata ? carryMetadata(drawn, metadata) : fromRaw(drawn);
  const { data, info } = await encode[job.format](whole, job.quality).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/** The quarter turns, then mirrored. */
async function turned(upright: Raw, { turns, isMirrored }: ImageRecipe): Promise<Raw> {
  const rotated = turns === 0 ? upright : await step(upright, (picture) => picture.rotate(turns * 90));
  return isMirrored ? step(rotated, (picture) => picture.flop()) : rotated;
}

type Straighten = { recipe: ImageRecipe; source: PictureSize; frame: PictureSize };

/** Turned about its middle, and as much of that as has no empty corner. */
async function straightened(raw: Raw, { recipe, source, frame }: Straighten): Promise<Raw> {
  if (recipe.degrees === 0) return raw;
  const background = { r: 0, g: 0, b: 0, alpha: 0 };
  const rotated = await step(raw, (picture) => picture.rotate(recipe.degrees, { background }));
  const full = turnedSize(recipe, source);
  const scale = coverScale(full, recipe.degrees);
  const width = Math.max(1, Math.min(frame.width, Math.floor(full.width / scale), rotated.info.width));
  const height = Math.max(1, Math.min(frame.height, Math.floor(full.height / scale), rotated.info.height));
  const left = Math.round((rotated.info.width - width) / 2);
  const top = Math.round((rotated.info.height - height) / 2);
  const kept = await step(rotated, (picture) => picture.extract({ left, top, width, height }));
  // By a pixel at most: so that the parts that follow are where they were worked out.
  return step(kept, (picture) => keepChannels(picture.resize({ ...frame, fit: "fill" }), raw));
}

function withSharpness(raw: Raw, { tones: { sharpen } }: ImageRecipe): Promise<Raw> | Raw {
  return sharpen <= 0 ? raw : step(raw, (picture) => picture.sharpen({ sigma: 1, m1: sharpen / 25, m2: sharpen / 12 }));
}

async function blurInPlace(raw: Raw, parts: readonly BlurredPart[]): Promise<void> {
  for (const { x, y, width, height, columns, rows } of parts) {
    const piece = await step(raw, (picture) => picture.extract({ left: x, top: y, width, height }));
    const few = { width: columns, height: rows, fit: "fill", kernel: "linear" } as const;
    const cells = await step(piece, (picture) => picture.resize(few));
    const spread = await step(cells, (picture) => picture.resize({ ...few, width, height }));
    paste(spread, { into: raw, x, y });
  }
}

function paste(piece: Raw, { into, x, y }: { into: Raw; x: number; y: number }): void {
  const { channels } = into.info;
  const rowBytes = piece.info.width * channels;
  for (let row = 0; row < piece.info.height; row += 1) {
    const start = ((y + row) * into.info.width + x) * channels;
    into.data.set(piece.data.subarray(row * rowBytes, (row + 1) * rowBytes), start);
  }
}

function drawnOver(raw: Raw, marks: string): Promise<Raw> {
  return step(raw, (picture) => keepChannels(picture.composite([{ input: Buffer.from(marks) }]), raw));
}

/** What had no transparency gets none by what was done. */
function keepChannels(picture: Sharp, { info }: Raw): Sharp {
  return info.channels === 3 ? picture.removeAlpha() : picture;
}

const encode: Record<ImageFormat, (picture: Sharp, quality: number) => Sharp> = {
  // What is transparent becomes white, as on paper.
  jpeg: (picture, quality) =>
    picture
      .flatten({ background: "#ffffff" })
      .jpeg({ quality, chromaSubsampling: quality >= 90 ? "4:4:4" : "4:2:0", progressive: true }),
  png: (picture) => picture.png({ compressionLevel: 7 }),
  webp: (picture, quality) => picture.webp({ quality, effort: 3 }),
  avif: (picture, quality) => picture.avif({ quality, effort: 2 }),
};
