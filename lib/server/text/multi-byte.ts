import iconv from "iconv-lite";

const encodings = ["gbk", "gb18030", "shift_jis", "euc-kr"] as const;
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

/** Null for a character that the encoding does not have. */
export function encodeMultiByte(text: string, encoding: MultiByte): Buffer | null {
  const bytes = iconv.encode(text, encoding);
  if (iconv.decode(bytes, encoding) === text) return bytes;
  const own = userCharacters(encoding);
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const pair = own.get(text.charAt(at));
    if (pair === undefined) continue;
    parts.push(iconv.encode(text.slice(from, at), encoding), pair);
    from = at + 1;
  }
  parts.push(iconv.encode(text.slice(from), encoding));
  const whole = Buffer.concat(parts);
  return iconv.decode(whole, encoding) === text ? whole : null;
}

const knownCharacters = new Map<MultiByte, ReadonlyMap<string, Buffer>>();

/** Characters that iconv-lite reads and does not write: in Shift-JIS those that users make themselves. */
function userCharacters(encoding: MultiByte): ReadonlyMap<string, Buffer> {
  const known = knownCharacters.get(encoding);
  if (known !== undefined) return known;
  const characters = new Map<string, Buffer>();
  for (let first = 0x80; first < 0x100; first++)
    for (let second = 0x40; second < 0x100; second++) {
      const pair = Buffer.from([first, second]);
      const character = iconv.decode(pair, encoding);
      if (
        character.length === 1 &&
        character !== "\ufffd" &&
        iconv.decode(iconv.encode(character, encoding), encoding) !== character
      )
        characters.set(character, pair);
    }
  knownCharacters.set(encoding, characters);
  return characters;
}
