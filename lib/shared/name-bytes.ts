const percent = 0x25;

/**
 * The bytes that a name stands for; `isEncoded`: a percent sign and two digits stand for one, and null when these, or a character, are broken. In one pass over one buffer:
 * paths may have thousands of such bytes, and ten thousand paths come together.
 */
export function bytesOf(text: string, { isEncoded }: { isEncoded: boolean }): Uint8Array | null {
  // Each half of a pair takes two.
  const out = new Uint8Array(text.length * 3);
  let length = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (isEncoded && unit === percent) {
      const byte = hexAt(text, index + 1) * 16 + hexAt(text, index + 2);
      if (Number.isNaN(byte)) return null;
      out[length++] = byte;
      index += 2;
    } else if (unit < 0x80) out[length++] = unit;
    else if (unit >= 0xdc80 && unit <= 0xdcff) out[length++] = unit - 0xdc00;
    else {
      const point = text.codePointAt(index) ?? 0;
      if (point > 0xffff) index++;
      else if (isEncoded && point >= 0xd800 && point <= 0xdfff) return null;
      length = putUtf8(point, out, length);
    }
  }
  return out.slice(0, length);
}

/** Of a digit; NaN for another character, or none. */
function hexAt(text: string, index: number): number {
  const unit = text.charCodeAt(index);
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const letter = unit | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : NaN;
}

/** A character beyond ASCII. Gives where the next one begins. */
function putUtf8(point: number, out: Uint8Array, at: number): number {
  // As of every encoder: a half without the other stands for no character.
  const written = point >= 0xd800 && point <= 0xdfff ? 0xfffd : point;
  const more = written < 0x800 ? 1 : written < 0x10000 ? 2 : 3;
  // As many ones as it takes bytes, and a zero.
  out[at] = ((0xff00 >> (more + 1)) & 0xff) | (written >> (6 * more));
  for (let rest = 1; rest <= more; rest++) out[at + rest] = 0x80 | ((written >> (6 * (more - rest))) & 0x3f);
  return at + more + 1;
}

const asIs = /^[A-Za-z0-9._~-]$/;
const encoded = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  return asIs.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
});

export function percentEncode(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (const byte of bytes) parts.push(encoded[byte] ?? "");
  return parts.join("");
}
