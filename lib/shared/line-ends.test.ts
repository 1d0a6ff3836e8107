import { expect, it } from "vitest";
import { restoreMixedEol, toLf } from "./line-ends";

const original = "a\r\nb\nc\r\nd\re\r\n";

it("turns every end into \\n", () => {
  expect(toLf(original)).toBe("a\nb\nc\nd\ne\n");
});

it.each([
  ["nothing changed", "a\nb\nc\nd\ne\n", original],
  ["a line changed", "a\nb\nC\nd\ne\n", "a\r\nb\nC\r\nd\re\r\n"],
  ["a line came in", "a\nb\nx\nc\nd\ne\n", "a\r\nb\nx\r\nc\r\nd\re\r\n"],
  ["lines went", "a\nd\ne\n", "a\r\nd\re\r\n"],
  ["the last end went", "a\nb\nc\nd\ne", "a\r\nb\nc\r\nd\re"],
  ["all is new", "x\ny", "x\r\ny"],
  ["emptied", "", ""],
])("%s", (_, edited, result) => {
  expect(restoreMixedEol(original, edited)).toBe(result);
});

it("ends like the rest where the last line got a successor", () => {
  expect(restoreMixedEol("a\r\nb\r\nc\nd", "a\nb\nc\nd\ne")).toBe("a\r\nb\r\nc\nd\r\ne");
});
