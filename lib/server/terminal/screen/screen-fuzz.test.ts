import { SerializeAddon } from "@xterm/addon-serialize";
import { Unicode11Addon } from "@xterm/addon-unicode11";
import { Terminal } from "@xterm/headless";
import { expect, test } from "vitest";
import { boundOutput, type OutputPiece } from "@/lib/shared/terminal-output/bound-output";

const size = { cols: 80, rows: 24 };
const blockLength = 64 * 1024;
const esc = "\u001b";

/** The same numbers with each run. */
function createRandom(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number) => Math.floor(next() * count);
  const one = (from: string | readonly string[]) => from[below(from.length)] ?? "";
  const some = (from: string, most: number) => Array.from({ length: below(most + 1) }, () => one(from)).join("");
  return { next, below, one, some };
}
type Random = ReturnType<typeof createRandom>;

const finals = Array.from({ length: 0x7f - 0x40 }, (_, index) => String.fromCharCode(0x40 + index)).join("");
const intermediates = Array.from({ length: 16 }, (_, index) => String.fromCharCode(0x20 + index)).join("");
const controls = Array.from({ length: 32 }, (_, index) => String.fromCharCode(index)).join("");
const eightBit = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).join("");
const huge = ["3000000", "20000000", "2147483647", "2147483648", "9999999999999999999", "000003000000", "65536"];

const params = (random: Random, values: readonly string[]) =>
  Array.from({ length: random.below(4) }, () => random.one(values)).join(random.one(";;;:"));

/** Anything that a parser may read, with the values that are given. */
function sequence(random: Random, values: readonly string[]): string {
  // Links are left out on purpose.
  const number = random.below(140);
  const payload = `${number === 8 ? 9 : number};${random.some("abc;?:=/#0123", 30)}`;
  const end = random.one(["\u0007", `${esc}\\`, "\u009c", "", "\u0018"]);
  switch (random.below(9)) {
    case 0:
      return random.some("hello world 漢字 grüße", 20);
    case 1:
      return random.one(controls);
    case 2:
      return esc + random.some(intermediates, 2) + random.one(finals + "0123456789");
    case 3:
      return random.one([`${esc}]`, "\u009d"]) + payload + end;
    case 4:
      return (
        random.one([`${esc}P`, "\u0090"]) + params(random, values) + random.some(intermediates, 1) + `q${payload}${end}`
      );
    case 5:
      return random.one([`${esc}_`, `${esc}^`, `${esc}X`, "\u009f"]) + payload + end;
    case 6:
      return random.one(eightBit);
    default:
      return (
        random.one([`${esc}[`, "\u009b"]) +
        random.one(["", "", "", "?", ">", "=", "<"]) +
        params(random, values) +
        random.one(["", "", "", random.some(intermediates, 3)]) +
        random.one(finals)
      );
  }
}

function block(random: Random, values: readonly string[]): string {
  let text = "";
  while (text.length < blockLength) text += sequence(random, values);
  return text;
}

function split(random: Random, text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const length = 1 + random.below(random.one(["a", "b"]) === "a" ? 3 : 4_000);
    parts.push(text.slice(at, at + length));
    at += length;
  }
  return parts;
}

const bound = (parts: readonly string[]): OutputPiece[] => {
  const { write } = boundOutput({ ...size, hasLinks: false, clipboardLength: 0 });
  return parts.flatMap((part) => write(part));
};
const textOf = (pieces: readonly OutputPiece[]) => pieces.map(({ text }) => text).join("");

async function screenAfter(parts: readonly string[]): Promise<string> {
  const terminal = new Terminal({ ...size, scrollback: 100, allowProposedApi: true, logLevel: "off" });
  const serializer = new SerializeAddon();
  const host = terminal as unknown as Parameters<SerializeAddon["activate"]>[0]; // as in thread-screen.ts
  serializer.activate(host);
  new Unicode11Addon().activate(host);
  terminal.unicode.activeVersion = "11";
  for (const part of parts) await new Promise<void>((parsed) => terminal.write(part, parsed));
  const drawn = serializer.serialize();
  terminal.dispose();
  return drawn;
}

// oxlint-disable-next-line no-control-regex -- sequences are what is looked for
const counted = /\u001b\[(\d*)(?:[STLM@PXbIZ]| [@A]|'[}~])/g;

test("whatever is written: no count is above the screen, however it is split", () => {
  for (let seed = 1; seed <= 6; seed++) {
    const random = createRandom(seed);
    const text = block(random, huge);
    const whole = textOf(bound([text]));
    for (const [, count] of whole.matchAll(counted)) expect(Number(count)).toBeLessThanOrEqual(size.cols);
    expect(whole.match(/\d{6,}/g)?.filter((digits) => whole.includes(`${esc}[${digits}`)) ?? []).toEqual([]);
    expect(textOf(bound(split(random, text)))).toBe(whole);
    expect(whole.length).toBeLessThan(text.length * 2);
  }
});

test("what has no such count is drawn as without the bounds", async () => {
  const small = ["", "0", "1", "2", "3", "7", "12", "24", "1049"];
  for (let seed = 1; seed <= 6; seed++) {
    const random = createRandom(seed);
    // A count above the screen is what is changed.
    const text = block(random, small).replaceAll(/1049([^hl]|$)/g, "5$1");
    const parts = split(random, text);
    expect(await screenAfter([textOf(bound(parts))])).toBe(await screenAfter([text]));
  }
});

test("every single sequence at its limits is little work", async () => {
  const terminal = new Terminal({ cols: 200, rows: 60, scrollback: 5_000, allowProposedApi: true, logLevel: "off" });
  const write = (text: string) => new Promise<void>((parsed) => terminal.write(text, parsed));
  await write("a\r\n".repeat(6_000));
  const { write: boundWrite } = boundOutput({ cols: 200, rows: 60, hasLinks: false, clipboardLength: 0 });
  let worstCost = 0;
  for (const prefix of ["", "?", ">", "="])
    for (const between of ["", " ", "'", "$", '"', "!", "*"])
      for (const final of finals) {
        const pieces = boundWrite(`x${esc}[${prefix}2147483647;2147483647${between}${final}`);
        await write(textOf(pieces));
        worstCost = Math.max(
          worstCost,
          pieces.reduce((sum, { cost }) => sum + cost, 0),
        );
      }
  terminal.dispose();
  // In cells, of which the screen has 12,000; without bounds one alone takes a minute. bench/verdicts/texts.ts has the time.
  expect(worstCost).toBeLessThan(100_000);
});
