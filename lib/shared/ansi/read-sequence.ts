/** What a control character, or the sequence that one begins, is to a line; `end`: where the text goes on. */
export type Sequence = { end: number; csi: { final: string; parameters: string } | null };

const [escape, bell, cancel, substitute, lineFeed] = [0x1b, 0x07, 0x18, 0x1a, 0x0a];
const isStringStart = (code: number) => [0x90, 0x98, 0x9d, 0x9e, 0x9f].includes(code);
const between = (code: number, from: number, to: number) => code >= from && code <= to;

/**
 * The sequence that begins at a control character (ECMA-48): CSI with its parameters, a string (DCS, SOS, OSC, PM, APC) up to its end, or a short one;
 * those of one byte (0x80 to 0x9f) are the same as ESC with 0x40 to 0x5f. Each character is read once. A line feed ends everything: what one line leaves
 * open hides no other.
 */
export function readSequence(text: string, start: number): Sequence {
  const first = text.charCodeAt(start);
  if (first !== escape) return afterIntroducer(text, first, start + 1);
  let at = start + 1;
  const second = text.charCodeAt(at);
  if (between(second, 0x40, 0x5f)) return afterIntroducer(text, second + 0x40, at + 1);
  while (between(text.charCodeAt(at), 0x20, 0x2f)) at++;
  if (between(text.charCodeAt(at), 0x30, 0x7e)) at++;
  return { end: at, csi: null };
}

function afterIntroducer(text: string, code: number, start: number): Sequence {
  if (code === 0x9b) return readCsi(text, start);
  return { end: isStringStart(code) ? endOfString(text, start, code === 0x9d) : start, csi: null };
}

function readCsi(text: string, start: number): Sequence {
  let at = start;
  while (between(text.charCodeAt(at), 0x20, 0x3f)) at++;
  const final = text.charCodeAt(at);
  // Cut off, or broken by another control character, which counts by itself.
  if (!between(final, 0x40, 0x7e)) return { end: at, csi: null };
  const parameters = text.slice(start, at);
  // Private ones, and those with intermediate characters, are none of these that a line knows.
  const isKnown = /^[0-9;:]*$/.test(parameters);
  return { end: at + 1, csi: isKnown ? { final: text.charAt(at), parameters } : null };
}

function endOfString(text: string, start: number, endsWithBell: boolean): number {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) return at;
    if (code === 0x9c || code === cancel || code === substitute || (code === bell && endsWithBell)) return at + 1;
    if (code === escape) return text.charAt(at + 1) === "\\" ? at + 2 : at;
  }
  return text.length;
}
