import type { Tones } from "./image-edits";

export type Pixels = { data: Uint8Array | Uint8ClampedArray; channels: 3 | 4 };

/**
 * Changes light and colour of sRGB pixels in place. The browser's preview and the server use this very function, so that what is saved is what was
 * seen. Sharpening is not in it: it depends on how many pixels there are.
 */
export function applyTones({ data, channels }: Pixels, tones: Tones): void {
  if (!hasTones(tones)) return;
  const [red, green, blue] = curvesOf(tones);
  const matrix = matrixOf(tones);
  const [a = 1, b = 0, c = 0, d = 0, e = 1, f = 0, g = 0, h = 0, i = 1] = matrix ?? [];
  for (let at = 0; at + 2 < data.length; at += channels) {
    const x = red[data[at] ?? 0] ?? 0;
    const y = green[data[at + 1] ?? 0] ?? 0;
    const z = blue[data[at + 2] ?? 0] ?? 0;
    if (matrix === null) {
      data[at] = x;
      data[at + 1] = y;
      data[at + 2] = z;
    } else {
      data[at] = clamp(a * x + b * y + c * z);
      data[at + 1] = clamp(d * x + e * y + f * z);
      data[at + 2] = clamp(g * x + h * y + i * z);
    }
  }
}

export function hasTones({ exposure, brightness, contrast, saturation, warmth, hue }: Tones): boolean {
  return [exposure, brightness, contrast, saturation, warmth, hue].some((value) => value !== 0);
}

/** For each channel what each of the 256 values becomes. */
function curvesOf({ exposure, brightness, contrast, warmth }: Tones): readonly [Uint8Array, Uint8Array, Uint8Array] {
  // One stop and a half each way, as a gamma: neither end is cut off.
  const gamma = 2 ** (-exposure / 66);
  const lift = brightness * 0.8;
  const slope = contrast >= 0 ? 1 + contrast / 66 : 1 + contrast / 125;
  const curve = (gain: number) =>
    Uint8Array.from({ length: 256 }, (_, value) =>
      clamp(((255 * (value / 255) ** gamma + lift - 127.5) * slope + 127.5) * gain),
    );
  return [curve(1 + warmth / 500), curve(1 + warmth / 2_500), curve(1 - warmth / 400)];
}

// How much each channel counts for what an eye takes for bright (BT.709, https://www.itu.int/rec/R-REC-BT.709).
const [lr, lg, lb] = [0.2126, 0.7152, 0.0722];

/** Saturation and hue in one: rows for red, green and blue. Null where neither is changed. */
function matrixOf({ saturation, hue }: Tones): readonly number[] | null {
  if (saturation === 0 && hue === 0) return null;
  const s = saturation >= 0 ? 1 + saturation / 66 : 1 + saturation / 100;
  const saturated = [
    [lr + (1 - lr) * s, lg * (1 - s), lb * (1 - s)],
    [lr * (1 - s), lg + (1 - lg) * s, lb * (1 - s)],
    [lr * (1 - s), lg * (1 - s), lb + (1 - lb) * s],
  ] as const;
  // As `hueRotate` of https://www.w3.org/TR/filter-effects-1/#feColorMatrixElement has it.
  const angle = (hue * 1.8 * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turned = [
    [0.213 + cos * 0.787 - sin * 0.213, 0.715 - cos * 0.715 - sin * 0.715, 0.072 - cos * 0.072 + sin * 0.928],
    [0.213 - cos * 0.213 + sin * 0.143, 0.715 + cos * 0.285 + sin * 0.14, 0.072 - cos * 0.072 - sin * 0.283],
    [0.213 - cos * 0.213 - sin * 0.787, 0.715 - cos * 0.715 + sin * 0.715, 0.072 + cos * 0.928 + sin * 0.072],
  ] as const;
  return turned.flatMap((row) =>
    [0, 1, 2].map((column) => row.reduce((sum, value, index) => sum + value * (saturated[index]?.[column] ?? 0), 0)),
  );
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}
