const signs = {
  lower: "abcdefghijklmnopqrstuvwxyz",
  upper: "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
  digits: "0123456789",
  symbols: "!#$%&()*+,-./:;<=>?@[]^_{|}~",
};
export type SignSet = keyof typeof signs;
export const signSets = Object.keys(signs) as SignSet[]; // keys of the literal above
export type PasswordKind = { length: number; sets: readonly SignSet[]; isUnambiguous: boolean };

export const lengthRange = { least: 4, most: 128 };
const alike = /[Il1|O0o]/g;

function alphabetsOf({ sets, isUnambiguous }: PasswordKind): string[] {
  return sets.map((name) => (isUnambiguous ? signs[name].replace(alike, "") : signs[name]));
}

/** One with at least one sign of each set, all such passwords being equally likely. Throws for a length without room for them. */
export function makePassword(kind: PasswordKind): string {
  const alphabets = alphabetsOf(kind);
  if (alphabets.length === 0 || kind.length < alphabets.length) throw new RangeError("no room for all sets");
  const all = alphabets.join("");
  for (;;) {
    const made = Array.from({ length: kind.length }, () => all.charAt(randomBelow(all.length)));
    if (alphabets.every((alphabet) => made.some((sign) => alphabet.includes(sign)))) return made.join("");
  }
}

/** A number from 0, all equally likely: those at the end, where the rest of a division would begin anew, are thrown again. */
function randomBelow(limit: number): number {
  const end = 2 ** 32 - (2 ** 32 % limit);
  const thrown = new Uint32Array(1);
  for (;;) {
    const [value = end] = crypto.getRandomValues(thrown);
    if (value < end) return value % limit;
  }
}

/** The logarithm of how many passwords there are of that kind: all, less those that lack a set (inclusion and exclusion). */
export function entropyBits(kind: PasswordKind): number {
  const sizes = alphabetsOf(kind).map((alphabet) => alphabet.length);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  let share = 0;
  for (let lacking = 0; lacking < 2 ** sizes.length; lacking++) {
    const lost = sizes.filter((_, index) => (lacking >> index) & 1);
    const rest = all - lost.reduce((sum, size) => sum + size, 0);
    share += (lost.length % 2 === 0 ? 1 : -1) * (rest / all) ** kind.length;
  }
  return share <= 0 ? 0 : kind.length * Math.log2(all) + Math.log2(share);
}

export function strengthOf(bits: number): "weak" | "good" | "strong" {
  if (bits < 60) return "weak";
  return bits < 100 ? "good" : "strong";
}
