import type sharp from "sharp";
import type { ImageEdit } from "@/lib/shared/image/image-edits";
import type { ImageFormat } from "@/lib/shared/image/image-formats";

/** What the worker is told beside the picture's bytes. */
export type EditJob = {
  edits: readonly ImageEdit[];
  format: ImageFormat;
  quality: number;
  keepsMetadata: boolean;
  maxPixels: number;
};

export type EditedPicture = { bytes: Uint8Array; width: number; height: number };

/** What the worker says before the bytes. */
export type EditAnswer = { width: number; height: number } | { failed: "too-large" };

/** Handed in: a native package, which lies outside of the worker's bundle. */
export type SharpMaker = typeof sharp;

/** The picture, or what would become of it, has more pixels than may be. */
export class TooManyPixels extends Error {}
