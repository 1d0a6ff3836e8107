import { expect, test } from "vitest";
import { makeNameFilter } from "./name-filter";

test.each([
  ["node_modules", ["node_modules"], ["node_modules2", "Node_modules"]],
  ["*.tmp", ["a.tmp", ".tmp"], ["a.tmp.txt", "tmp", "a.TMP"]],
  ["~$*", ["~$report.docx", "~$"], ["report~$"]],
  ["*cache*", ["my-cache-1", "cache"], ["cach"]],
  ["[Tt]humbs.{db,txt}", ["Thumbs.db", "thumbs.txt"], ["Thumbs.db2", "humbs.db"]],
  ["a?c", ["abc", "aüc"], ["ac", "abbc"]],
  ["*", ["anything"], []],
  ["\\*", ["*"], ["x"]],
  ["[open", ["[open"], ["o"]],
])("%s leaves out what it matches", (pattern, matching, others) => {
  const isIgnored = makeNameFilter(["x.y", pattern]);
  expect(matching.filter((name) => !isIgnored(name))).toEqual([]);
  expect(others.filter(isIgnored)).toEqual([]);
});

test("two hundred patterns made to be slow have an end", () => {
  const isIgnored = makeNameFilter(Array.from({ length: 200 }, (_, index) => `${"*a".repeat(20)}${index}`));
  expect(isIgnored("a".repeat(255))).toBe(false);
});
