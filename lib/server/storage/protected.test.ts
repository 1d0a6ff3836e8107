import { expect, test } from "vitest";
import { holdsProtected, isProtected, parseProtected } from "./protected";

const patterns = (...texts: string[]) => texts.map(parseProtected).filter((pattern) => pattern !== null);

test.each([
  ["/a/b", "/a/b", true, false],
  ["/a/b", "/a", false, true],
  ["/a/b", "/a/b/c", false, false],
  ["/a/b", "/a/bc", false, false],
  ["/a/b/*", "/a/b", false, true],
  ["/a/b/*", "/a/b/c", true, false],
  ["/a/b/*", "/a/b/c/d", false, false],
  ["/a/b/*", "/a", false, true],
  ["/a/b/**", "/a/b", false, true],
  ["/a/b/**", "/a/b/c/d", true, false],
  ["/a/b/**", "/a/c", false, false],
  ["/*", "/etc", true, false],
  ["/*", "/etc/x", false, false],
  ["/**", "/etc/x", true, false],
  ["/", "/", true, false],
  ["/a/b/", "/a/b", true, false],
])("pattern %s, path %s: protected %s, holds protected %s", (pattern, path, itself, holds) => {
  expect(isProtected(path, patterns(pattern))).toBe(itself);
  expect(holdsProtected(path, patterns(pattern))).toBe(holds);
});

test("what is not an absolute path protects nothing", () => {
  expect(patterns("etc", "", "./x")).toEqual([]);
});
