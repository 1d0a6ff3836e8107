/** How a piece of text is shown; colours are 0 to 15 of the terminal's, or red, green, and blue. */
export type AnsiColor = number | readonly [number, number, number];
export type AnsiStyle = {
  color: AnsiColor | null;
  background: AnsiColor | null;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  /** The colours change places. */
  isInverse: boolean;
};

export const plainStyle: AnsiStyle = {
  color: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
  isInverse: false,
};

/** What one parameter of "Select Graphic Rendition" (ECMA-48, 8.3.117) changes. */
const changes: Readonly<Record<number, Partial<AnsiStyle>>> = {
  0: plainStyle,
  1: { isBold: true },
  2: { isDim: true },
  3: { isItalic: true },
  4: { isUnderlined: true },
  7: { isInverse: true },
  21: { isUnderlined: true },
  22: { isBold: false, isDim: false },
  23: { isItalic: false },
  24: { isUnderlined: false },
  27: { isInverse: false },
  39: { color: null },
  49: { background: null },
};

/** After "Select Graphic Rendition" with these parameters. A parameter may have parts of its own, after colons. */
export function styleAfter(style: AnsiStyle, text: string): AnsiStyle {
  const parameters = text.split(";");
  const next = { ...style };
  for (let at = 0; at < parameters.length; at++) {
    const [code = 0, ...parts] = (parameters[at] ?? "").split(":").map(Number);
    if (code === 38 || code === 48 || code === 58) {
      const isOneParameter = parts.length > 0;
      const [color, taken] = isOneParameter
        ? longColor(withoutSpace(parts))
        : longColor(parameters.slice(at + 1, at + 5).map(Number));
      if (!isOneParameter) at += taken;
      if (color !== null && code !== 58) next[code === 38 ? "color" : "background"] = color;
    } else if (code === 4 && parts[0] === 0) next.isUnderlined = false;
    else Object.assign(next, changes[code] ?? colorChange(code));
  }
  return next;
}

function colorChange(code: number): Partial<AnsiStyle> {
  if (code >= 30 && code <= 37) return { color: code - 30 };
  if (code >= 90 && code <= 97) return { color: code - 82 };
  if (code >= 40 && code <= 47) return { background: code - 40 };
  if (code >= 100 && code <= 107) return { background: code - 92 };
  return {};
}

/** `2:<colour space>:r:g:b` is the standard's; `2:r:g:b`, without a space, what many write. */
const withoutSpace = (parts: readonly number[]) =>
  parts[0] === 2 && parts.length >= 5 ? [2, ...parts.slice(2)] : parts;

const isByte = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 255;

/** `5;n` of the 256, or `2;r;g;b`; and how many parameters that were. */
function longColor([kind, first, second, third]: readonly number[]): [AnsiColor | null, number] {
  if (kind === 5) return [isByte(first) ? paletteColor(first) : null, 2];
  if (kind !== 2) return [null, 1];
  return [isByte(first) && isByte(second) && isByte(third) ? [first, second, third] : null, 4];
}

function paletteColor(index: number): AnsiColor {
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return [grey, grey, grey];
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}
