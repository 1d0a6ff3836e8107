import { expect, test } from "vitest";
import { cutLine } from "./cut-line";

test.each([
  ["short", "short", false],
  ["longer than ten", "longer tha", true],
  ["10%\r20%\r30%\r40%", "30%\r40%", true],
  ["longer than ten\r", "longer tha", true],
])("%j", (line, text, isCut) => {
  expect(cutLine(line, 10)).toEqual({ text, isCut });
});
