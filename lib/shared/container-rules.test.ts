import { expect, test } from "vitest";
import { isContainerMatch, isNamedBy, isWithinMatch } from "./container-rules";

test.each([
  ["web", "web", null, true],
  ["web", "web2", null, false],
  ["web", "Web", null, false],
  ["web-*", "web-1", null, true],
  ["web-*", "my-web-1", null, false],
  ["*", "anything", "shop", true],
  ["a*b*c", "abc", null, true],
  ["a*b*c", "aXbYbZc", null, true],
  ["a*b*c", "acb", null, false],
  ["ab*ba", "aba", null, false],
  ["a.c", "abc", null, false],
  ["project:shop", "web", "shop", true],
  ["project:shop", "shop", null, false],
  ["project:shop", "web", "shop2", false],
  ["project:s*", "web", "shop2", true],
  ["shop", "web", "shop", false],
] as const)("%s names %s of %s: %s", (match, name, project, expected) => {
  expect(isNamedBy(match, { name, project })).toBe(expected);
});

test("many stars have an end", () => {
  expect(isNamedBy(`${"a*".repeat(60)}b`, { name: "a".repeat(128), project: null })).toBe(false);
});

test.each([
  ["web", "web", true],
  ["web-1", "web-*", true],
  ["web-*", "web-*", true],
  ["web-*-x", "web-*", true],
  ["web-*", "web-*-x", false],
  ["web*", "web-*", false],
  ["*", "web*", false],
  ["web", "*", true],
  ["project:shop", "*", false],
  ["shop", "project:*", false],
  ["project:shop", "project:*", true],
] as const)("all of %s is in %s: %s", (match, wider, expected) => {
  expect(isWithinMatch(match, wider)).toBe(expected);
});

test("what is no name and no pattern is refused", () => {
  expect(["web", "web-*", "*", "project:shop", "project:*"].map(isContainerMatch)).not.toContain(false);
  expect(
    ["", "project:", "a b", "a/b", "label:x", "a\n", "web,db", "x".repeat(129)].map(isContainerMatch),
  ).not.toContain(true);
});
