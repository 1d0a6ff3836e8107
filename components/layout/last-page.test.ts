import { expect, it } from "vitest";
import { isOwnPage } from "./last-page";

it.each([
  ["/files/a%20b?open=x", true],
  ["/users", true],
  ["/", false],
  ["/login", false],
  ["/setup?token=x", false],
  ["//evil.example", false],
  ["/\\evil.example", false],
  ["https://evil.example", false],
  ["javascript:alert(1)", false],
  ["", false],
])("%s: %s", (path, expected) => {
  expect(isOwnPage(path)).toBe(expected);
});
