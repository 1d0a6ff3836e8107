import iconv from "iconv-lite";

const encodings = ["gbk", "gb18030", "big5", "shift_jis", "euc-jp", "euc-kr"] as const;
type MultiByte = (typeof encodings)[number];

export function isMultiByte(encoding: string): encoding is MultiByte {
  return encodings.some((known) => known === encoding);
}

/**
 * Both ways by iconv-lite's tables: Node's own decoder takes other ones, in which Hangul outside KS X 1001 is Latin letters (euc-kr) and control characters change
 * places (shift_jis). `isStrict`: throws a TypeError, as a TextDecoder does, where bytes stand for nothing.
 */
export function multiByteDecoder(encoding: MultiByte, { isStrict }: { isStrict: boolean }) {
  let decoder = iconv.getDecoder(encoding);
  return {
    decode(bytes: Uint8Array = new Uint8Array(0), { stream = false } = {}): string {
      let text = decoder.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
      if (!stream) {
        text += decoder.end() ?? "";
        decoder = iconv.getDecoder(encoding);
      }
      if (isStrict && text.includes("\ufffd")) throw new TypeError(`no ${encoding}`);
      return text;
    },
  };
}

/** Null for a character that the encoding does not have. Takes about a millisecond for each 4 KiB: whoever has more makes pieces. */
export function encodeMultiByte(text: string, encoding: MultiByte): Buffer | null {
  const bytes = iconv.encode(text, encoding);
  if (iconv.decode(bytes, encoding) === text) return bytes;
  const whole = encoding === "shift_jis" ? encodeUserCharacters(text) : null;
  return whole !== null && iconv.decode(whole, encoding) === text ? whole : null;
}

/** Written in the place of each, until it is put there. */
const filler = "\u3000";
let userCharacters: ReadonlyMap<number, number> | null = null;

/** As iconv-lite writes it but for the characters that users make themselves, which it reads and does not write. Not checked for others that there are not. */
function encodeUserCharacters(text: string): Buffer {
  const own = (userCharacters ??= readUserCharacters());
  const bytes = iconv.encode(
    text.replaceAll(/[\ue000-\uf8ff]/g, (character) => (own.has(character.charCodeAt(0)) ? filler : character)),
    "shift_jis",
  );
  for (let index = 0, at = 0; index < text.length; index++) {
    const pair = own.get(text.charCodeAt(index));
    if (pair !== undefined) bytes.writeUInt16BE(pair, at);
    at += isLead(bytes[at] ?? 0) ? 2 : 1;
    if (at > bytes.length - 2) break;
  }
  return bytes;
}

const isLead = (byte: number) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc);

/** Of each its two bytes, in the rows F0 to F9 (JIS X 0208, Microsoft's code page 932). */
function readUserCharacters(): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  for (let pair = 0xf040; pair <= 0xf9fc; pair++) {
    const bytes = Buffer.from([pair >> 8, pair & 0xff]);
    const character = iconv.decode(bytes, "shift_jis");
    if (character.length === 1 && character !== "\ufffd") characters.set(character.charCodeAt(0), pair);
  }
  return characters;
}
