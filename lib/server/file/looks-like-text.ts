import { guessUtf16 } from "@/lib/server/text/text-encoding";

/** Control characters that texts have: backspace to carriage return, and escape of coloured logs. */
const isTextControl = (byte: number) => (byte >= 8 && byte <= 13) || byte === 27;

/**
 * Whether bytes from a file's beginning look like text in any encoding. `isCut`: the file goes on, so the last character may be
 * a part of one. A guess for what to offer first; {@link decodeText} decides when the file is opened.
 */
export function looksLikeText(sample: Buffer, { isCut }: { isCut: boolean }): boolean {
  if (sample.includes(0)) return isUtf16Marked(sample) || guessUtf16(sample) !== null;
  let controls = 0;
  for (const byte of sample) if ((byte < 32 && !isTextControl(byte)) || byte === 127) controls++;
  // Valid UTF-8 beyond ASCII is hardly ever there by chance; in other encodings nearly any bytes are characters.
  return controls <= sample.length * (isUtf8(sample, isCut) ? 0.05 : 0.002);
}

function isUtf16Marked(sample: Buffer): boolean {
  const [first, second] = sample;
  return (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
}

function isUtf8(sample: Buffer, isCut: boolean): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(sample, { stream: isCut });
    return true;
  } catch {
    return false;
  }
}
