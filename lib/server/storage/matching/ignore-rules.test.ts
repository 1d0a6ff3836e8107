import { expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { isIgnored, withIgnoreText } from "./ignore-rules";

/** What `git check-ignore` says of them. */
const cases: [text: string, path: string, isFolder: boolean, expected: boolean][] = [
  ["*.log", "/a/x.log", false, true],
  ["*.log\n!keep.log", "/keep.log", false, false],
  ["!keep.log\n*.log", "/keep.log", false, true],
  ["dist/", "/a/dist", true, true],
  ["dist/", "/a/dist", false, false],
  ["/dist", "/a/dist", true, false],
  ["/dist", "/dist", true, true],
  ["a/b", "/x/a/b", false, false],
  ["a/b", "/a/b", false, true],
  ["**/b", "/x/y/b", false, true],
  ["**/b", "/b", false, true],
  ["a/**/b", "/a/b", false, true],
  ["a/**/b", "/a/x/y/b", false, true],
  ["a/**", "/a/x/y", false, true],
  ["a/**", "/a", true, false],
  ["a**b", "/axxb", false, true],
  ["x/a**b", "/x/a/b", false, false],
  ["# note", "/# note", false, false],
  ["\\#x", "/#x", false, true],
  ["\\!x", "/!x", false, true],
  ["end  ", "/end", false, true],
  ["end\\ ", "/end ", false, true],
  ["a?c", "/abc", false, true],
  ["[Dd]ebug/", "/debug", true, true],
  ["[!a]b", "/ab", false, false],
  ["[!a]b", "/cb", false, true],
  ["{a,b}", "/a", false, false],
  ["{a,b}*", "/{a,b}c", false, true],
  ["\ufefffirst", "/first", false, true],
  ["crlf\r\nnext", "/crlf", false, true],
  ["A", "/a", false, false],
  ["[", "/x", false, false],
];
test.each(cases)("%j for %s (folder: %s): %s", (text, path, isFolder, expected) => {
  expect(isIgnored(withIgnoreText(null, text, ""), path, isFolder)).toBe(expected);
});

test("the nearest file that says something decides", () => {
  const top = withIgnoreText(null, "*.log\n*.tmp", "");
  const inner = withIgnoreText(top, "!keep.log", "/lib");
  expect(isIgnored(inner, "/lib/keep.log", false)).toBe(false);
  expect(isIgnored(inner, "/lib/x.tmp", false)).toBe(true);
});

test("a file that was made to be slow is read as any other", () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `${"*a".repeat(index % 90)}${index}[a-z]*?`);
  const rules = withIgnoreText(null, `*a*b\n${lines.join("\n")}`, "");
  // No more of it than this is asked for a name; bench/verdicts/patterns.ts has how long that takes.
  expect(rules.own.length).toBeLessThanOrEqual(limits.expressions.ignoreRules.most);
  const names = [`/${"a".repeat(255)}`, `/${"a".repeat(254)}b`];
  expect(names.map((name) => isIgnored(rules, name, false))).toEqual([false, true]);
});
