/** Everything that a terminal may draw upon the sign before it, and a little more. */
const zeroWidth = /[\p{M}\p{Cf}\u1160-\u11ff]/u;
const [unknown, no, yes] = [0, 1, 2];
/** Of the first 65,536 signs, as they are asked for: a text may be of nothing else. */
const known = new Uint8Array(0x1_0000);

/** Whether what is there takes no place of its own. The second half of a pair is asked for itself, and says what the first does. */
export function isZeroWidth(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code < 0xe000) return isPairZeroWidth(text, code < 0xdc00 ? at : at - 1);
  if (known[code] === unknown) known[code] = zeroWidth.test(text.charAt(at)) ? yes : no;
  return known[code] === yes;
}

function isPairZeroWidth(text: string, at: number): boolean {
  const point = text.codePointAt(at);
  return point !== undefined && point > 0xffff && zeroWidth.test(String.fromCodePoint(point));
}
