/**
 * Characters that nobody sees, or that turn round what stands beside them: controls, line breaks, direction marks, embeddings,
 * overrides and isolates (UAX 9), zero-width and filler characters, tags, and bytes that are not UTF-8 (lone surrogates).
 */
const unseen = new RegExp(
  [
    String.raw`[\p{Cc}\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]`,
    // Combining marks: by themselves, so that none joins the character before it in a class.
    String.raw`\u034f|\u180b|\u180c|\u180d`,
    String.raw`[\u{e0001}\u{e0020}-\u{e007f}\ud800-\udfff]`,
  ].join("|"),
  "u",
);
const unseenAll = new RegExp(unseen.source, "gu");

/** Of these a part is made of unseen characters: joined emoji, flags of regions, and letters that join or must not. */
const joiner = /[\u200c\u200d]/u;
const joins =
  /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]$/u;
const regionFlag = /\u{1f3f4}[\u{e0020}-\u{e007e}]{1,8}\u{e007f}/gu;

/** The characters beside a joiner, one at a time: browsers miss a pair of surrogates before `$` in a longer text. */
const lastOf = (text: string) => Array.from(text.slice(-2)).at(-1) ?? "";
const firstOf = (text: string) => Array.from(text.slice(0, 2))[0] ?? "";

const newlines: Readonly<Record<string, string>> = { "\n": "␊", "\r": "␍", "\t": "␉" };

/** What stands for one of these characters: a control picture, `⟨U+202E⟩`, or `⟨E9⟩` for a byte that is not UTF-8. */
function signOf(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x20) return newlines[char] ?? String.fromCodePoint(0x2400 + point);
  if (point === 0x7f) return "␡";
  const isByte = point >= 0xdc80 && point <= 0xdcff;
  return isByte ? `⟨${hex(point - 0xdc00)}⟩` : `⟨U+${hex(point).padStart(4, "0")}⟩`;
}

const hex = (value: number) => value.toString(16).toUpperCase();

/**
 * A name, or a text with names in it, for the screen: what would not be seen, or would show the rest in another order than it
 * is stored, is a visible sign. Emoji and scripts that need joiners stay as they are.
 */
export function shownName(text: string): string {
  if (!unseen.test(text)) return text;
  const flags = [...text.matchAll(regionFlag)].map(({ index, 0: { length } }) => [index, index + length] as const);
  return text.replaceAll(unseenAll, (char, at: number) => {
    if (flags.some(([from, to]) => at >= from && at < to)) return char;
    const isJoined =
      joiner.test(char) && joins.test(lastOf(text.slice(0, at))) && joins.test(firstOf(text.slice(at + 1)));
    return isJoined ? char : signOf(char);
  });
}

/** Direction marks, embeddings, overrides, and isolates (UAX 9). */
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A line that a program wrote, for the screen: nothing in it shows the rest in another order than it was written. */
export const withoutTurns = (text: string): string => text.replaceAll(turns, signOf);

type EditableName = { text: string; toName: (text: string) => string };

/**
 * A name for a field: its unseen characters are signs that can be moved and deleted, and become what they stand for again.
 * A name that holds such a sign by itself is edited as it is, because nothing could tell them apart.
 */
export function editableName(name: string): EditableName {
  const signs = new Map<string, string>();
  for (const char of name.match(unseenAll) ?? []) signs.set(signOf(char), char);
  if (signs.size === 0 || [...signs.keys()].some((sign) => name.includes(sign)))
    return { text: name, toName: (text) => text };
  return {
    text: shownName(name),
    toName: (text) => [...signs].reduce((all, [sign, char]) => all.replaceAll(sign, char), text),
  };
}
