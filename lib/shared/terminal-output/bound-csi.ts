import type { TerminalSize } from "@/lib/shared/terminals";

export type ControlSequence = {
  /** One of `<=>?`, or empty. */
  prefix: string;
  params: string;
  intermediates: string;
  final: string;
};

/** What xterm.js keeps of them. */
const maxParams = 32;
/** Of what is no count: window sizes, modes, colors. */
const maxValue = 65_535;
/** Longer than any value in use. */
const longNumber = /\d{5,}/;
const longNumbers = /\d{5,}/g;

/**
 * The sequences that a terminal repeats as often as it is told to, by their intermediates and final byte. More than the whole screen, or the whole
 * line, does nothing that as much would not do.
 */
const counted: Readonly<Record<string, keyof TerminalSize>> = {
  S: "rows",
  T: "rows",
  L: "rows",
  M: "rows",
  "@": "cols",
  P: "cols",
  X: "cols",
  b: "cols",
  I: "cols",
  Z: "cols",
  " @": "cols",
  " A": "cols",
  "'}": "cols",
  "'~": "cols",
};

/** Clears, fills or changes the whole screen, once for each parameter. */
const wholeScreen = new Set(["J", "h", "l", " @", " A", "'}", "'~"]);

/** The sequence with no count above what the screen has, and what it costs: in cells that are written, roughly. */
export function boundCsi(sequence: ControlSequence, size: TerminalSize): { text: string; cost: number } {
  const { prefix, intermediates, final } = sequence;
  const name = intermediates + final;
  const unit = prefix === "" ? counted[name] : undefined;
  const params = unit === undefined ? boundValues(sequence.params) : boundCount(sequence.params, size[unit]);
  return {
    text: `\u001b[${prefix}${params}${intermediates}${final}`,
    cost: costOf({ name, params, isLines: unit === "rows" }, size),
  };
}

function boundCount(params: string, most: number): string {
  const end = params.search(/[;:]/);
  const first = end === -1 ? params : params.slice(0, end);
  // What follows it is not looked at, and could only be long.
  return first === "" ? "" : String(Math.min(Number(first), most));
}

function boundValues(params: string): string {
  const few = params.length > maxParams ? params.split(";").slice(0, maxParams).join(";") : params;
  if (!longNumber.test(few)) return few;
  return few.replaceAll(longNumbers, (digits) => String(Math.min(Number(digits), maxValue)));
}

type Bounded = { name: string; params: string; isLines: boolean };

function costOf({ name, params, isLines }: Bounded, { cols, rows }: TerminalSize): number {
  if (isLines) return Math.max(1, Number(params)) * lineCost({ cols, rows });
  if (wholeScreen.has(name)) return params.split(";").length * rows * lineCost({ cols, rows: 1 });
  return 20 + cols;
}

/** A line that comes in moves the others of the screen, and is empty first. */
export function lineCost({ cols, rows }: TerminalSize): number {
  return 30 + rows / 4 + cols / 2;
}
