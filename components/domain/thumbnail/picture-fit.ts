/** How a picture lies in a tile: filling it, seen whole, or at its own size. */
export type PictureFit = "cover" | "whole" | "own";

/** Beyond this a panorama or a long page would be cut to something nobody recognizes. */
const longestRatio = 2.2;
/** Smaller ones would be blown up to blocks. */
const smallestPx = 160;

/** `width` and `height` in pixels, turned as the picture says itself; without a size (some SVG) it is seen whole. */
export function fitOf({ width, height }: { width: number; height: number }): PictureFit {
  if (width === 0 || height === 0) return "whole";
  if (Math.max(width, height) < smallestPx) return "own";
  return Math.max(width / height, height / width) > longestRatio ? "whole" : "cover";
}
