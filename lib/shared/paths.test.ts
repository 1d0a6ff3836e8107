import { describe, expect, it } from "vitest";
import { bytesToName } from "./bytes-to-name";
import {
  decodeInQuery,
  encodeInQuery,
  decodeSegment,
  encodeSegment,
  isWithin,
  nameProblem,
  nameToBytes,
  parseVirtualPath,
} from "./paths";

describe("names are bytes", () => {
  it.each([
    [[0x61, 0xff, 0x62], "a\udcffb"],
    [[0xed, 0xb2, 0x80], "\udced\udcb2\udc80"],
    [[0xe6, 0x97, 0xa5, 0xe6], "日\udce6"],
    [[0xf0, 0x9f, 0x8e, 0x89], "🎉"],
    [[0xef, 0xbb, 0xbf, 0x61], "\ufeffa"],
  ])("%j ↔ name, also through a URL", (bytes, name) => {
    expect(bytesToName(Uint8Array.from(bytes))).toBe(name);
    expect([...nameToBytes(name)]).toEqual(bytes);
    expect(decodeSegment(encodeSegment(name))).toBe(name);
    expect(JSON.parse(JSON.stringify(name))).toBe(name);
  });

  it.each(["a b ", "100%", "a#b?c&d", "new\nline", "%2e%2e"])("%j survives a URL", (name) => {
    expect(decodeSegment(encodeSegment(name))).toBe(name);
  });

  it("refuses a broken percent encoding", () => {
    expect(decodeSegment("a%ffb%")).toBeNull();
    expect(decodeSegment("%ff%4")).toBeNull();
  });
});

it.each([
  ["", "empty"],
  [".", "reserved"],
  ["..", "reserved"],
  ["a/b", "slash"],
  ["a\0", "slash"],
  ["\ud800", "reserved"],
  ["é".repeat(128), "too-long"],
  ["é".repeat(127), null],
  ["...", null],
  ["\udcff", null],
])("nameProblem(%j) is %j", (name, problem) => {
  expect(nameProblem(name)).toBe(problem);
});

it.each([
  ["srv/a/b/", "srv/a/b"],
  ["/srv", "srv"],
  ["srv/../etc", null],
  ["srv//a", null],
  ["srv/./a", null],
  ["", null],
  ["/", null],
  ["srv/...", "srv/..."],
  ["srv/.a", "srv/.a"],
  ["srv/a.", "srv/a."],
  ["srv/..", null],
  ["./srv", null],
  ["srv/a\0", null],
  ["srv/\ud800", null],
  ["srv/\ud800/\udc00", null],
  ["srv/\udc00", null],
  ["srv/\udcff/🎉", "srv/\udcff/🎉"],
  [`srv/${"é".repeat(127)}a`, `srv/${"é".repeat(127)}a`],
  [`srv/${"é".repeat(128)}`, null],
  [`srv/${"🎉".repeat(63)}abc`, `srv/${"🎉".repeat(63)}abc`],
  [`srv/${"🎉".repeat(64)}`, null],
  [`${"ab/".repeat(1365)}c`, `${"ab/".repeat(1365)}c`],
  [`${"é/".repeat(1365)}ab`, null],
])("parseVirtualPath(%j) is %j", (text, path) => {
  expect(parseVirtualPath(text)).toBe(path);
});

it("is everything that is made of names", () => {
  const parts = [
    "",
    ".",
    "..",
    "a",
    "é",
    "日",
    "🎉",
    "\ud83c",
    "\udc89",
    "\udc80",
    "\0",
    "x".repeat(255),
    "é".repeat(127),
  ];
  for (const first of parts)
    for (const second of parts)
      for (const text of [`r/${first}${second}`, `r/${first}/${second}`, `${first}/${second}/r`]) {
        if (/^\/|\/$/.test(text)) continue; // taken away
        const isMadeOfNames = text.split("/").every((name) => nameProblem(name) === null);
        expect([text, parseVirtualPath(text)]).toEqual([text, isMadeOfNames ? text : null]);
      }
});

it("takes paths of nearly as many levels and bytes as there may be", () => {
  const texts = Array.from({ length: 100 }, (_, index) => `r/${"я/".repeat(190)}${index}`);
  expect(texts.every((text) => parseVirtualPath(text) === text)).toBe(true);
});

it("compares by segment", () => {
  expect(isWithin("/srv/ab", "/srv/a")).toBe(false);
  expect(isWithin("/srv/a/b", "/srv/a")).toBe(true);
  expect(isWithin("/x", "/")).toBe(true);
});

it.each(["a b/東.txt", "x&y=z+%", "caf\udce9 +%/\udcff"])("%j survives a page's query", (path) => {
  const params = new URLSearchParams(`in=${encodeInQuery(path)}`);
  expect(decodeInQuery(new URLSearchParams(params.toString()).get("in") ?? "")).toBe(path);
});
