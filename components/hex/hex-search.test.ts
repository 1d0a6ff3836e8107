import { expect, it } from "vitest";
import { findBytes, indexIn, lastIndexIn, needleOf, offsetOf } from "./hex-search";

const encode = (text: string) => new TextEncoder().encode(text);
const mib = 1024 * 1024;

it.each([
  ["68 65", [0x68, 0x65]],
  ["0x6865", [0x68, 0x65]],
  ["6:86:5", [0x68, 0x65]],
  ["686", null],
  ["xy", null],
  ["", null],
])("%j as bytes is %j", (text, bytes) => {
  expect(needleOf(text, true)).toEqual(bytes === null ? null : Uint8Array.from(bytes));
});

it("takes text as UTF-8", () => {
  expect(needleOf("ü", false)).toEqual(Uint8Array.of(0xc3, 0xbc));
});

it("finds the first and the last", () => {
  const bytes = encode("abcabcab");
  expect([indexIn(bytes, encode("ab")), indexIn(bytes, encode("ab"), 1), lastIndexIn(bytes, encode("ab"))]).toEqual([
    0, 3, 6,
  ]);
  expect(indexIn(bytes, encode("abx"))).toBe(-1);
});

it("searches across pieces, once around, both ways, and can be stopped", async () => {
  const file = new Uint8Array(3 * mib);
  for (const place of [100, mib - 2, 2 * mib + 5]) file.set(encode("needle"), place);
  const asked: number[] = [];
  const search = (from: number, isBackwards = false, signal = new AbortController().signal) =>
    findBytes({
      read: async (start, until) => {
        asked.push(start);
        return file.subarray(start, until);
      },
      sizeBytes: file.length,
      needle: encode("needle"),
      from,
      isBackwards,
      signal,
      onProgress: () => {},
    });
  expect(await search(0)).toBe(100);
  expect(await search(101)).toBe(mib - 2);
  expect(await search(mib)).toBe(2 * mib + 5);
  expect(await search(2 * mib + 6)).toBe(100);
  expect(await search(2 * mib + 5, true)).toBe(mib - 2);
  expect(await search(100, true)).toBe(2 * mib + 5);
  const before = asked.length;
  await expect(search(0, false, AbortSignal.abort())).rejects.toThrow("aborted");
  expect(asked.length).toBe(before + 1);
  file.fill(0);
  expect(await search(5)).toBeNull();
});

it.each([
  ["1024", 1024],
  ["0x400", 1024],
  ["400h", 1024],
  ["5000", null],
  ["zz", null],
])("%s is the place %s", (text, offset) => {
  expect(offsetOf(text, 2000)).toBe(offset);
});
