import { decodeSingleByte } from "@/lib/server/text/single-byte";
import { alphabets } from "./common-characters";
import { isAsciiLetter } from "./score-multi-byte";

/** `prior`: how often texts that are no UTF-8 are of this kind. `isLatin`: its letters stand among those of ASCII. */
type Model = { alphabet: string; isLatin: boolean; prior: number; hasVowels?: true };

export const singleByteModels = {
  "windows-1252": { alphabet: alphabets.western, isLatin: true, prior: 0.9 },
  "windows-1250": { alphabet: alphabets.central, isLatin: true, prior: 0.05 },
  "windows-1254": { alphabet: alphabets.turkish, isLatin: true, prior: 0.02 },
  "windows-1257": { alphabet: alphabets.baltic, isLatin: true, prior: 0.01 },
  "windows-1251": { alphabet: alphabets.cyrillic, isLatin: false, prior: 0.5, hasVowels: true },
  "koi8-r": { alphabet: alphabets.cyrillic, isLatin: false, prior: 0.002, hasVowels: true },
  "windows-1253": { alphabet: alphabets.greek, isLatin: false, prior: 0.000_5, hasVowels: true },
  "windows-1255": { alphabet: alphabets.hebrew, isLatin: false, prior: 0.000_5 },
  "windows-1256": { alphabet: alphabets.arabic, isLatin: false, prior: 0.000_5 },
} as const satisfies Readonly<Record<string, Model>>;
export type SingleByteName = keyof typeof singleByteModels;

const lower = 1;
const upper = 2;
const sign = 3;
const vowels = /[аеёиоуыэюяіїєαειηουωάέήίόύώϊϋ]/u;
type Table = { costs: Float32Array; kinds: Uint8Array; vowels: Uint8Array };
const tables = new Map<SingleByteName, Table>();

/** Signs that stand in texts: the others are as rare as letters of other languages. */
const usualSigns = "’‘“”„«»–—…°§€£©®·¿¡ºª№µ\u00a0";
const rareSign = Math.log(1e-3);
const rareLetter = Math.log(1e-5);

function tableFor(name: SingleByteName): Table {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const { alphabet }: Model = singleByteModels[name];
  const weights = Array.from(alphabet, (_, rank) => 1 / (rank + 4));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = new Map(Array.from(alphabet, (letter, rank) => [letter, (weights[rank] ?? 0) / sum]));
  const characters = decodeSingleByte(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    name,
  );
  const table: Table = { costs: new Float32Array(256), kinds: new Uint8Array(256), vowels: new Uint8Array(256) };
  for (const [byte, character] of Array.from(characters).entries()) {
    const small = character.toLowerCase();
    const share = shares.get(small);
    const isUsualSign = usualSigns.includes(character);
    const isLetter = !isUsualSign && /\p{L}/u.test(character);
    const usual = isUsualSign ? Math.log(0.05) : isLetter || byte < 0xa0 ? rareLetter : rareSign;
    table.costs[byte] = share === undefined ? usual : Math.log(share);
    table.vowels[byte] = Number(vowels.test(small));
    table.kinds[byte] = !isLetter ? sign : character === small ? lower : upper;
  }
  tables.set(name, table);
  return table;
}

const asciiCost = -3;
const log = (latin: number, other: number) => ({ latin: Math.log(latin), other: Math.log(other) });
/** Of what comes after what, in Latin texts and in those of other alphabets. */
const cost = {
  letterAtStart: log(0.03, 0.5),
  letterAfterAscii: log(0.06, 0.001),
  letterAfterOwn: log(0.1, 0.85),
  letterAfterOther: log(0.02, 0.5),
  asciiAfterOwn: log(0.7, 0.005),
  otherAfterOwn: log(0.3, 0.15),
  sign: log(0.01, 0.01),
  /** Within a word there are apostrophes and nothing else. */
  signInWord: log(0.001, 0.001),
  /** In other alphabets. */
  oneLetter: Math.log(0.03),
  noVowel: Math.log(0.01),
  upperAtStart: log(0.1, 0.2),
  upperAfterUpper: log(0.6, 0.6),
  upperAfterLower: log(0.001, 0.001),
} as const;

type Kind = "start" | "lower" | "upper" | "ownLower" | "ownUpper" | "other" | "sign";
/** What stands between two bytes that are no letters of the alphabet. */
type Word = { letters: number; vowels: number };

/** How probable these bytes are as a text in this encoding, as a logarithm. */
export function scoreSingleByte(bytes: Uint8Array, name: SingleByteName): number {
  const { costs, kinds, vowels } = tableFor(name);
  const { isLatin, prior, hasVowels }: Model = singleByteModels[name];
  const family = isLatin ? "latin" : "other";
  let [score, before]: [number, Kind] = [Math.log(prior), "start"];
  let word: Word = { letters: 0, vowels: 0 };
  const endWord = () => {
    if (!isLatin && word.letters === 1) score += cost.oneLetter;
    if (hasVowels === true && word.letters > 1 && word.vowels === 0) score += cost.noVowel;
    if (word.letters > 0) word = { letters: 0, vowels: 0 };
  };
  for (const [at, byte] of bytes.entries()) {
    const isOwn = before === "ownLower" || before === "ownUpper";
    if (byte < 0x80) {
      endWord();
      const isLetter = isAsciiLetter(byte);
      score += asciiCost + (isOwn ? (isLetter ? cost.asciiAfterOwn : cost.otherAfterOwn)[family] : 0);
      before = !isLetter ? "other" : byte < 0x60 ? "upper" : "lower";
      continue;
    }
    score += costs[byte] ?? 0;
    if (kinds[byte] === sign) {
      endWord();
      const isInWord = (isOwn || before === "lower" || before === "upper") && isLetterAt(bytes, at + 1, kinds);
      score += (isInWord && !isApostrophe(byte) ? cost.signInWord : cost.sign)[family];
      before = "sign";
      continue;
    }
    score += beforeLetter(before)[family];
    if (kinds[byte] === upper) score += beforeUpper(before)[family];
    before = kinds[byte] === upper ? "ownUpper" : "ownLower";
    word.letters++;
    word.vowels += vowels[byte] ?? 0;
  }
  endWord();
  return score;
}

function beforeLetter(before: Kind) {
  if (before === "start") return cost.letterAtStart;
  if (before === "ownLower" || before === "ownUpper") return cost.letterAfterOwn;
  return before === "lower" || before === "upper" ? cost.letterAfterAscii : cost.letterAfterOther;
}

function beforeUpper(before: Kind) {
  if (before === "lower" || before === "ownLower") return cost.upperAfterLower;
  return before === "upper" || before === "ownUpper" ? cost.upperAfterUpper : cost.upperAtStart;
}

const isApostrophe = (byte: number) => byte === 0x92 || byte === 0x91;

function isLetterAt(bytes: Uint8Array, at: number, kinds: Uint8Array): boolean {
  const byte = bytes[at];
  return byte !== undefined && (byte < 0x80 ? isAsciiLetter(byte) : kinds[byte] !== sign);
}
