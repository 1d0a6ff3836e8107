import { expect, it, test } from "vitest";
import { globToSource } from "@/lib/shared/glob";
import { makeLinearMatcher } from "@/lib/shared/match-in-line";
import { makeNameMatcher } from "./name-matcher";

const globs = [
  "*",
  "",
  "a",
  "*a*b*",
  "*.{jpg,png}",
  "{a,b{c,d}}*",
  "x{,y}z",
  "**/a",
  "src/**/*.ts",
  "a/**",
  "[a-c]?*",
  "[!a]*",
  "\\**",
  "[]x]",
  "a{b",
  "{a*,*b}{c,}",
  "ä*Ω",
  "?",
  "*?*?*",
  "{*a,*b}*{c,d}*",
];
const texts = [
  "",
  "a",
  "b",
  "ab",
  "abc",
  "aXb",
  "x.jpg",
  "X.PNG",
  "bd",
  "bcd",
  "xz",
  "xyz",
  "a/a",
  "a",
  "b/c/a",
  "src/a/b.ts",
  "src/a.ts",
  "SRC/x.TS",
  "a/b/c",
  "*x",
  "]",
  "x",
  "a{b",
  "zb",
  "ac",
  "ÄxΩ",
  "äω",
  "\u{1f389}",
  "\u{1f389}a",
  "ca",
  "abcd",
  "bbd",
];

test.each(globs)("%s matches as its regular expression does", (glob) => {
  const source = globToSource(glob);
  for (const matchCase of [false, true]) {
    const pattern = new RegExp(`^(?:${source})$`, matchCase ? "u" : "iu");
    const matches = makeLinearMatcher(source, matchCase);
    for (const text of texts) expect([text, matches(text)]).toEqual([text, pattern.test(text)]);
  }
});

it("has an end where a regular expression would try for ever", () => {
  const { matches } = makeNameMatcher({ mode: "glob", text: "*a".repeat(150), matchCase: false });
  expect(matches(`${"a".repeat(140)}b`)).toBe(false);
});
