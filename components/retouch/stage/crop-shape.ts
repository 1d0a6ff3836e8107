import type { Area } from "@/lib/shared/image/image-edits";

/** Width to height; null: the window's width and height, of the largest that fits. */
export type CropShape = { ratio: number | null; width: number; height: number };

export const cropRatios = { square: 1, "4:3": 4 / 3, "3:2": 3 / 2, "16:9": 16 / 9 } as const;

/** A window in which just the part is seen that is kept. */
export function shapeOfCrop(crop: Area | null): CropShape {
  if (crop === null) return { ratio: null, width: 1, height: 1 };
  const longest = Math.max(crop.width, crop.height);
  return { ratio: null, width: crop.width / longest, height: crop.height / longest };
}
