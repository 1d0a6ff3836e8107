import { applyTones, hasTones } from "@/lib/shared/image/apply-tones";
import { blurredParts } from "@/lib/shared/image/blur-cells";
import { cropPixels, frameSize, type ImageRecipe } from "@/lib/shared/image/image-edits";
import type { Picture } from "./use-picture";

/** Of the longer side of what is drawn. */
const mostPixels = 1_600;

/** Draws what a recipe makes of a picture, without its drawings, which lie above as vectors. */
export function renderPreview(canvas: HTMLCanvasElement, { bitmap, size }: Picture, recipe: ImageRecipe): void {
  const frame = frameSize(recipe, size);
  const whole = cropPixels(recipe, frame);
  const scale = Math.min(1, mostPixels / Math.max(whole.width, whole.height), bitmap.width / size.width);
  const part = {
    x: Math.round(whole.x * scale),
    y: Math.round(whole.y * scale),
    width: Math.max(1, Math.round(whole.width * scale)),
    height: Math.max(1, Math.round(whole.height * scale)),
  };
  canvas.width = part.width;
  canvas.height = part.height;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return;
  context.imageSmoothingQuality = "high";
  context.translate(-whole.x * scale, -whole.y * scale);
  context.scale(scale, scale);
  context.translate(frame.width / 2, frame.height / 2);
  context.rotate((recipe.degrees * Math.PI) / 180);
  context.scale(recipe.isMirrored ? -1 : 1, 1);
  context.rotate((recipe.turns * Math.PI) / 2);
  context.drawImage(bitmap, -size.width / 2, -size.height / 2, size.width, size.height);
  context.resetTransform();
  const { tones, marks } = recipe;
  if (hasTones(tones) || tones.sharpen > 0) {
    const pixels = context.getImageData(0, 0, part.width, part.height);
    applyTones({ data: pixels.data, channels: 4 }, tones);
    if (tones.sharpen > 0) sharpen(pixels, tones.sharpen / 100);
    context.putImageData(pixels, 0, 0);
  }
  const scaled = { width: frame.width * scale, height: frame.height * scale };
  const cells = document.createElement("canvas");
  for (const { x, y, width, height, columns, rows } of blurredParts(marks, { frame: scaled, part })) {
    cells.width = columns;
    cells.height = rows;
    cells.getContext("2d")?.drawImage(canvas, x, y, width, height, 0, 0, columns, rows);
    context.drawImage(cells, 0, 0, columns, rows, x, y, width, height);
  }
}

/** What the server does with its own filter at full size, near enough to judge by. */
function sharpen({ data, width, height }: ImageData, amount: number): void {
  const before = data.slice();
  const row = width * 4;
  for (let y = 1; y < height - 1; y += 1)
    for (let at = y * row + 4; at < (y + 1) * row - 4; at += 1) {
      if (at % 4 === 3) continue;
      const own = before[at] ?? 0;
      const around = (before[at - 4] ?? 0) + (before[at + 4] ?? 0) + (before[at - row] ?? 0) + (before[at + row] ?? 0);
      data[at] = own + amount * (own - around / 4) * 1.5;
    }
}
