import { expect, test } from "vitest";
import { bytesToName } from "./bytes-to-name";
import { decodePath, decodeSegment, encodePath, encodeSegment, hasEscapedBytes, nameToBytes } from "./paths";

/** Names as disks have them, by what each is made of. A generator with a seed, so that a failure comes again. */
function* names(): Generator<Uint8Array> {
  let seed = 7;
  const next = (below: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return (seed >>> 8) % below;
  };
  const encoder = new TextEncoder();
  const pieces: (() => readonly number[])[] = [
    () => [next(256)],
    () => [0x80 + next(128)],
    () => [0x61 + next(26)],
    () => [...encoder.encode(["é", "中", "🎉", "\ufeff", "%41", "\u07ff", "\uffff"][next(7)])],
    // Halves of pairs, overlong forms, cut characters, and what lies beyond Unicode.
    () => [0xed, 0xa0 + next(32), 0x80 + next(64)],
    () => [0xc0 + next(2), 0x80 + next(64)],
    () => [0xf0, 0x9f, 0x8e],
    () => [0xf4 + next(12), 0x80 + next(64), 0x80 + next(64), 0x80 + next(64)],
  ];
  for (let count = 0; count < 5_000; count++)
    yield Uint8Array.from(Array.from({ length: next(12) }, () => pieces[next(pieces.length)]?.() ?? []).flat());
}

/** One byte at a time, as URLs have it. */
const everyByte = (bytes: Uint8Array) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

test("bytes of any kind come back from a name, and from a URL", () => {
  const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let valid = 0;
  for (const bytes of names()) {
    const name = bytesToName(bytes);
    const text = (() => {
      try {
        return strict.decode(bytes);
      } catch {
        return null;
      }
    })();
    if (text !== null) valid++;
    const found = [[...nameToBytes(name)], decodeSegment(encodeSegment(name)), decodeSegment(everyByte(bytes))];
    expect([...found, hasEscapedBytes(name)]).toEqual([[...bytes], name, name, text === null]);
    expect([name, encodeSegment(name)]).toEqual(
      text === null ? [name, encodeSegment(name)] : [text, encodeURIComponent(text)],
    );
  }
  expect(valid).toBeGreaterThan(250);
  expect(valid).toBeLessThan(4_750);
});

test("a long name that is no UTF-8, in a long path", () => {
  const path = Array.from({ length: 100 }, (_, index) => bytesToName(new Uint8Array(100).fill(0x80 + index))).join("/");
  expect(decodePath(encodePath(path))).toBe(path);
  expect(bytesToName(nameToBytes(path))).toBe(path);
});

test.each([
  ["🎉%ff", "🎉\udcff"],
  ["é%C3%A9\udce9", "éé\udce9"],
  ["a%4", null],
  ["a%", null],
  ["a%g0%ff", null],
  ["%+1", null],
  // Stands for no byte.
  ["\ud800%41", null],
  ["%ff\ud800", null],
])("%j in a URL is %j", (segment, name) => {
  expect(decodeSegment(segment)).toBe(name);
});

test("a half of a pair that stands for no byte is written as every encoder does", () => {
  expect([...nameToBytes("\ud800\udcff")]).toEqual([0xf0, 0x90, 0x83, 0xbf]);
  expect([...nameToBytes("\udcff\ud800a")]).toEqual([0xff, 0xef, 0xbf, 0xbd, 0x61]);
});
