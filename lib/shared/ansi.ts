/** How a piece of text is shown; colours are 0 to 15 of the terminal's, or as CSS writes them. */
export type AnsiStyle = {
  color: number | string | null;
  background: number | string | null;
  isBold: boolean;
  isDim: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
};
export type AnsiPiece = { text: string; style: AnsiStyle };

export const plainStyle: AnsiStyle = {
  color: null,
  background: null,
  isBold: false,
  isDim: false,
  isItalic: false,
  isUnderlined: false,
};

/** ECMA-48: CSI with its parameters, OSC up to its end, and the short ones. Each part is bounded by what may not be in it. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const escape = /\u001b(?:\[([0-9;:<=>?]*)[ -/]*([@-~])|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[ -/]*[0-~])/g;
// oxlint-disable-next-line no-control-regex -- as above
const controls = /[\u0000-\u0008\u000b-\u001f\u007f\u009b]/g;

/** A line as pieces of one look each. Whatever else its control characters would do to a terminal is left out. */
export function parseAnsi(line: string): readonly AnsiPiece[] {
  if (!line.includes("\u001b")) return [{ text: clean(line), style: plainStyle }];
  const pieces: AnsiPiece[] = [];
  let style = plainStyle;
  let from = 0;
  const add = (text: string) => {
    const shown = clean(text);
    if (shown !== "") pieces.push({ text: shown, style });
  };
  for (const match of line.matchAll(escape)) {
    add(line.slice(from, match.index));
    from = match.index + match[0].length;
    if (match[2] === "m") style = styleAfter(style, match[1] ?? "");
  }
  add(line.slice(from));
  return pieces;
}

export const stripAnsi = (line: string): string => clean(line.replace(escape, ""));

/** What is overwritten from the line's beginning, as progress bars do, is not seen on a terminal either. */
const clean = (text: string) => text.slice(text.lastIndexOf("\r") + 1).replace(controls, "");

/** After "Select Graphic Rendition" with these parameters. */
function styleAfter(style: AnsiStyle, text: string): AnsiStyle {
  const codes = text.split(/[;:]/).map(Number);
  let next = { ...style };
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0;
    if (code === 0) next = { ...plainStyle };
    else if (code === 1) next.isBold = true;
    else if (code === 2) next.isDim = true;
    else if (code === 3) next.isItalic = true;
    else if (code === 4) next.isUnderlined = true;
    else if (code === 22) next.isBold = next.isDim = false;
    else if (code === 23) next.isItalic = false;
    else if (code === 24) next.isUnderlined = false;
    else if (code === 39) next.color = null;
    else if (code === 49) next.background = null;
    else if (code >= 30 && code <= 37) next.color = code - 30;
    else if (code >= 90 && code <= 97) next.color = code - 82;
    else if (code >= 40 && code <= 47) next.background = code - 40;
    else if (code >= 100 && code <= 107) next.background = code - 92;
    else if (code === 38 || code === 48) {
      const [color, taken] = longColor(codes.slice(at + 1));
      at += taken;
      if (color !== null) next[code === 38 ? "color" : "background"] = color;
    }
  }
  return next;
}

const isByte = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 255;

/** `5;n` of the 256, or `2;r;g;b`; and how many parameters that were. */
function longColor([kind, ...rest]: readonly number[]): [number | string | null, number] {
  const [first, second, third] = rest;
  if (kind === 5) return [isByte(first) ? paletteColor(first) : null, 2];
  if (kind !== 2) return [null, 1];
  const isColor = isByte(first) && isByte(second) && isByte(third);
  return [isColor ? `rgb(${first}, ${second}, ${third})` : null, 4];
}

function paletteColor(index: number): number | string {
  if (index < 16) return index;
  if (index >= 232) {
    const grey = 8 + (index - 232) * 10;
    return `rgb(${grey}, ${grey}, ${grey})`;
  }
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return `rgb(${level(Math.floor(cube / 36))}, ${level(Math.floor(cube / 6) % 6)}, ${level(cube % 6)})`;
}
