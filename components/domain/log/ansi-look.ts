import type { CSSProperties } from "react";
import type { AnsiColor, AnsiStyle } from "@/lib/shared/ansi/style";

type Rgb = readonly [number, number, number];
type Theme = { ground: Rgb; text: Rgb; palette: readonly Rgb[] };

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};
const theme = (ground: string, text: string, palette: string): Theme => ({
  ground: rgbOf(ground),
  text: rgbOf(text),
  palette: palette.split(" ").map(rgbOf),
});

/**
 * The sixteen colours on a light and on a dark ground: black, red, green, yellow, blue, magenta, cyan, white, and the bright ones. The grounds are of those that a
 * line may have (`tokens.css`) the ones that leave the least contrast.
 */
export const themes = {
  light: theme(
    "#e5ecf6",
    "#1b1f24",
    "#1b1f24 #a3201a #0e5f2b #6e4a00 #1a46a6 #7130b8 #0a5f6a #525c66 #4b555f #bb2d25 #12703f #865000 #2459c4 #9a2fa8 #07696f #3b424c",
  ),
  dark: theme(
    "#27303f",
    "#cfd6de",
    "#97a2ad #f27a72 #5fca86 #e3b04b #6ea0ff #c792ea #4fc4cf #cfd6de #aeb7c1 #ff9d96 #86e0a6 #f4cd7a #9cc0ff #ddb3f6 #84e0e8 #ffffff",
  ),
} as const;
const paletteGround: Rgb = [0, 0, 0];

const least = 4.5;

/** As WCAG 2 has it. */
const luminance = (color: Rgb) => {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number]; // one for each
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
export function contrast(one: Rgb, other: Rgb): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]; // of two
  return (light + 0.05) / (dark + 0.05);
}

/** A colour that can be read on a ground: as it is, or as much lighter or darker as is needed. */
export function readable(color: Rgb, ground: Rgb): Rgb {
  const target = luminance(ground) > 0.18 ? 0 : 255;
  for (let step = 0; step < 10; step++) {
    const mixed = color.map((value) => Math.round(value + ((target - value) * step) / 10)) as [number, number, number]; // one for each
    if (contrast(mixed, ground) >= least) return mixed;
  }
  return [target, target, target];
}

const rgb = ([red, green, blue]: Rgb) => `rgb(${red}, ${green}, ${blue})`;

function colorsIn(name: keyof typeof themes, style: AnsiStyle): { color: Rgb | null; background: Rgb | null } {
  const { palette, ground, text } = themes[name];
  const valueOf = (color: AnsiColor | null) => (typeof color === "number" ? (palette[color] ?? paletteGround) : color);
  const [front, back] = [valueOf(style.color), valueOf(style.background)];
  const color = style.isInverse ? (back ?? ground) : front;
  const background = style.isInverse ? (front ?? text) : back;
  if (background !== null) return { color: readable(color ?? text, background), background };
  return { color: color === null ? null : readable(color, ground), background };
}

/** What a browser shows for it, in light and dark themes: always readable, whatever a program asked for. */
export function ansiLook(style: AnsiStyle): CSSProperties {
  const [light, dark] = [colorsIn("light", style), colorsIn("dark", style)];
  const both = (part: "color" | "background") => {
    const [one, other] = [light[part], dark[part]];
    return one === null || other === null ? {} : { [part]: `light-dark(${rgb(one)}, ${rgb(other)})` };
  };
  return {
    ...both("color"),
    ...both("background"),
    ...(style.isBold ? { fontWeight: 600 } : {}),
    // Dimmed by opacity, a colour would no longer be readable.
    ...(style.isDim && style.color === null && style.background === null ? { color: "var(--dim)" } : {}),
    ...(style.isItalic ? { fontStyle: "italic" } : {}),
    ...(style.isUnderlined ? { textDecoration: "underline" } : {}),
  };
}
