import { expect, test } from "vitest";
import { parseOwnProtected } from "./protected-pattern";

test.each([
  ["files/a", "files/a"],
  ["/files/a/b/", "files/a/b"],
  ["files/a/*", "files/a/*"],
  ["files/**", "files/**"],
  [" files/a ", "files/a"],
  ["files", null],
  ["", null],
  ["/**", null],
  ["files/../a", null],
])("%s is %s", (text, pattern) => {
  expect(parseOwnProtected(text)).toBe(pattern);
});
