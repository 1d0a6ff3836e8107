import iconv from "iconv-lite";
import { commonCharacters } from "./common-characters";

/** The pairs from `[lead, trail]` to `[lead, trail]`, and which part of a text they are. */
type Block = { lead: readonly [number, number]; trail: readonly [number, number]; share: number };
type Model = { encoding: string; common: string; commonShare: number; blocks: readonly Block[] };

const whole = [0x40, 0xfe] as const;
const high = [0xa1, 0xfe] as const;
const block = (lead: Block["lead"], trail: Block["trail"], share: number): Block => ({ lead, trail, share });

/** Later blocks stand above those before them. */
export const multiByteModels = {
  gbk: {
    encoding: "gbk",
    common: commonCharacters.simplified,
    commonShare: 0.7,
    blocks: [
      block([0x81, 0xfe], whole, 0.001),
      block([0xd8, 0xf7], high, 0.01),
      block([0xb0, 0xd7], high, 0.25),
      block([0xa1, 0xa3], high, 0.03),
    ],
  },
  big5: {
    encoding: "big5",
    common: commonCharacters.traditional,
    commonShare: 0.7,
    blocks: [
      block([0x81, 0xfe], whole, 0.000_5),
      block([0xc9, 0xf9], whole, 0.01),
      block([0xa4, 0xc6], whole, 0.25),
      block([0xa1, 0xa3], whole, 0.03),
    ],
  },
  shift_jis: {
    encoding: "shift_jis",
    common: commonCharacters.japanese,
    commonShare: 0.25,
    blocks: [
      block([0x81, 0xfc], [0x40, 0xfc], 0.000_2),
      block([0x98, 0xea], [0x40, 0xfc], 0.005),
      block([0x88, 0x97], [0x40, 0xfc], 0.1),
      block([0x81, 0x81], [0x40, 0xac], 0.1),
      block([0x82, 0x82], [0x4f, 0x9a], 0.02),
      block([0x82, 0x82], [0x9f, 0xf1], 0.4),
      block([0x83, 0x83], [0x40, 0x96], 0.12),
    ],
  },
  "euc-jp": {
    encoding: "euc-jp",
    common: commonCharacters.japanese,
    commonShare: 0.25,
    blocks: [
      block([0xa1, 0xfe], high, 0.000_2),
      block([0xd0, 0xf4], high, 0.005),
      block([0xb0, 0xcf], high, 0.1),
      block([0xa1, 0xa1], high, 0.1),
      block([0xa3, 0xa3], high, 0.02),
      block([0xa4, 0xa4], [0xa1, 0xf3], 0.4),
      block([0xa5, 0xa5], [0xa1, 0xf6], 0.12),
    ],
  },
  "euc-kr": {
    encoding: "euc-kr",
    common: commonCharacters.korean,
    commonShare: 0.7,
    blocks: [
      block([0x81, 0xc6], [0x41, 0xfe], 0.001),
      block([0xca, 0xfd], high, 0.005),
      block([0xa1, 0xa3], high, 0.01),
      block([0xb0, 0xc8], high, 0.27),
    ],
  },
} as const satisfies Readonly<Record<string, Model>>;
export type MultiByteName = keyof typeof multiByteModels;

/** Of each pair the logarithm of how probable it is; 0: it stands for nothing. */
const tables = new Map<MultiByteName, Float32Array>();

function tableFor(name: MultiByteName): Float32Array {
  const known = tables.get(name);
  if (known !== undefined) return known;
  const { blocks, common, commonShare, encoding }: Model = multiByteModels[name];
  const table = new Float32Array(0x1_0000);
  for (const { lead, trail, share } of blocks) {
    const pairs = (lead[1] - lead[0] + 1) * (trail[1] - trail[0] + 1);
    for (let first = lead[0]; first <= lead[1]; first++)
      table.fill(Math.log(share / pairs), first * 256 + trail[0], first * 256 + trail[1] + 1);
  }
  const found = [...new Set(common)]
    .map((character) => iconv.encode(character, encoding))
    .filter(({ length }) => length === 2);
  for (const bytes of found) table[bytes.readUInt16BE(0)] = Math.log(commonShare / found.length);
  tables.set(name, table);
  return table;
}

const asciiCost = -3;
/** Of what comes after what: texts in these languages have few Latin words, and seldom stick to them. */
const cost = {
  wideAtStart: Math.log(0.5),
  wideAfterWide: Math.log(0.9),
  wideAfterLetter: Math.log(0.002),
  wideAfterOther: Math.log(0.3),
  letterAfterWide: Math.log(0.01),
  otherAfterWide: Math.log(0.09),
  /** A word is seldom one character. */
  alone: Math.log(0.1),
  halfwidth: Math.log(0.05 / 63),
  /** Characters of three or four bytes, and what the end cuts: a text may go on. */
  rare: -12,
} as const;

type Kind = "start" | "letter" | "other" | "wide";

function beforeWide(kind: Kind): number {
  if (kind === "wide") return cost.wideAfterWide;
  if (kind === "start") return cost.wideAtStart;
  return kind === "letter" ? cost.wideAfterLetter : cost.wideAfterOther;
}

/** How probable these bytes are as a text in this encoding, as a logarithm; null where they are none. */
export function scoreMultiByte(bytes: Uint8Array, name: MultiByteName): number | null {
  const table = tableFor(name);
  let [score, kind]: [number, Kind] = [0, "start"];
  let run = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      const isLetter = isAsciiLetter(byte);
      if (run === 1) score += cost.alone;
      run = 0;
      score += asciiCost + (kind === "wide" ? (isLetter ? cost.letterAfterWide : cost.otherAfterWide) : 0);
      kind = isLetter ? "letter" : "other";
      at++;
      continue;
    }
    const length = lengthAt(bytes, at, name);
    const isCut = at + length > bytes.length;
    const pair = table[byte * 256 + (bytes[at + 1] ?? 0)] ?? 0;
    const known = isCut || length > 2 ? cost.rare : length === 1 ? cost.halfwidth : pair;
    if (known === 0) return null;
    score += known + beforeWide(kind);
    kind = "wide";
    run++;
    at += length;
  }
  return run === 1 ? score + cost.alone : score;
}

export function isAsciiLetter(byte: number): boolean {
  return (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
}

function lengthAt(bytes: Uint8Array, at: number, name: MultiByteName): number {
  const [byte, next] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
  if (name === "shift_jis" && byte >= 0xa1 && byte <= 0xdf) return 1;
  if (name === "euc-jp" && byte === 0x8f) return 3;
  return name === "gbk" && next >= 0x30 && next <= 0x39 ? 4 : 2;
}
