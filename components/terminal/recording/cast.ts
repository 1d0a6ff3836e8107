import { maxTerminalSize, type TerminalSize } from "@/lib/shared/terminals";

/** A time in a recording: as it was, and with pauses shortened. */
export type CastTime = { ms: number; shortMs: number };
export type CastEvent = CastTime & { code: string; text: string };
/** Some lines of the file; decoded when they are played. */
export type CastPiece = { bytes: Uint8Array; before: CastTime };

export const longestPauseMs = 2_000;
const pieceBytes = 64 * 1024;
/** No line of a recording is as long. */
const longestLineBytes = 4 * 1024 * 1024;
const newline = 0x0a;
const [zero, nine, dot, bracket] = ["0", "9", ".", "["].map((sign) => sign.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]; // four of four

/** What comes before the first event. */
export const castStart: CastTime = { ms: 0, shortMs: 0 };

/**
 * An asciicast of version 2 as it comes. Of each line only the time is read then, so that a hundred megabytes cost the page hardly more
 * than their download; a last line that is not whole is left out. `add` throws SyntaxError where it is none.
 */
export function createCast() {
  const pieces: CastPiece[] = [];
  let size: TerminalSize | null = null;
  let rest: Uint8Array = new Uint8Array();
  let last = castStart;

  function addLines(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const before = last;
      const start = at;
      while (at < bytes.length && at - start < pieceBytes) {
        last = after(last, secondsAt(bytes, at));
        at = bytes.indexOf(newline, at) + 1;
      }
      pieces.push({ bytes: bytes.subarray(start, at), before });
    }
  }

  return {
    pieces: pieces as readonly CastPiece[],
    /** Null until the first line is there. */
    size: () => size,
    /** Of the last event so far. */
    end: () => last,
    add(bytes: Uint8Array): void {
      const all = joined(rest, bytes);
      const end = all.lastIndexOf(newline) + 1;
      rest = all.subarray(end);
      if (rest.length > longestLineBytes) throw new SyntaxError("a line without an end");
      if (end === 0) return;
      const first = size === null ? all.indexOf(newline) + 1 : 0;
      size ??= sizeIn(all.subarray(0, first));
      addLines(all.subarray(first, end));
    },
  };
}
export type Cast = ReturnType<typeof createCast>;

/** What happens in a piece; lines that cannot be read are left out. */
export function eventsIn({ bytes, before }: CastPiece): CastEvent[] {
  let last = before;
  return new TextDecoder()
    .decode(bytes)
    .split("\n")
    .flatMap((line) => {
      const event = parseLine(line);
      if (event === null) return [];
      const [seconds, code, text] = event;
      last = after(last, seconds);
      return [{ ...last, code, text }];
    });
}

/** The new size that an event of code `r` tells; null where it makes no sense. */
export function sizeOf(text: string): TerminalSize | null {
  const [, cols, rows] = /^(\d{1,4})x(\d{1,4})$/.exec(text) ?? [];
  return goodSize(Number(cols), Number(rows));
}

function goodSize(cols: number, rows: number): TerminalSize | null {
  const isGood = cols >= 1 && rows >= 1 && cols <= maxTerminalSize.cols && rows <= maxTerminalSize.rows;
  return isGood ? { cols, rows } : null;
}

function after({ ms, shortMs }: CastTime, seconds: number | null): CastTime {
  const pauseMs = seconds === null ? 0 : Math.max(0, seconds * 1000 - ms);
  return { ms: ms + pauseMs, shortMs: shortMs + Math.min(pauseMs, longestPauseMs) };
}

function parseLine(line: string): [seconds: number, code: string, text: string] | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value)) return null;
    const [seconds, code, text]: unknown[] = value;
    return typeof seconds === "number" && typeof code === "string" && typeof text === "string"
      ? [seconds, code, text]
      : null;
  } catch {
    return null;
  }
}

function sizeIn(line: Uint8Array): TerminalSize {
  const header: unknown = JSON.parse(new TextDecoder().decode(line));
  const isKnown = typeof header === "object" && header !== null && "version" in header && header.version === 2;
  const size =
    isKnown && "width" in header && "height" in header ? goodSize(Number(header.width), Number(header.height)) : null;
  if (size === null) throw new SyntaxError("not an asciicast of version 2");
  return size;
}

/** The number after the bracket, without decoding the line. */
function secondsAt(bytes: Uint8Array, start: number): number | null {
  if (bytes[start] !== bracket) return null;
  let value = 0;
  let scale = 0;
  for (let at = start + 1; at < bytes.length; at++) {
    const sign = bytes[at] ?? 0;
    if (sign === dot && scale === 0) scale = 1;
    else if (sign >= zero && sign <= nine) {
      value = value * 10 + sign - zero;
      scale *= 10;
    } else break;
  }
  return value / Math.max(1, scale);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
