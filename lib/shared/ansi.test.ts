import { expect, test } from "vitest";
import { parseAnsi, plainStyle, stripAnsi } from "./ansi";

const looks = (line: string) =>
  parseAnsi(line).map(({ text, style }) => [
    text,
    Object.fromEntries(
      Object.entries(style).filter(([name, value]) => value !== plainStyle[name as keyof typeof style]),
    ),
  ]);

test.each([
  ["plain", [["plain", {}]]],
  [
    "\u001b[31mred\u001b[0m not",
    [
      ["red", { color: 1 }],
      [" not", {}],
    ],
  ],
  [
    "\u001b[1;4;92mA\u001b[22;24mB\u001b[mC",
    [
      ["A", { isBold: true, isUnderlined: true, color: 10 }],
      ["B", { color: 10 }],
      ["C", {}],
    ],
  ],
  [
    "\u001b[38;5;196mx\u001b[48;2;1;2;3my",
    [
      ["x", { color: "rgb(255, 0, 0)" }],
      ["y", { color: "rgb(255, 0, 0)", background: "rgb(1, 2, 3)" }],
    ],
  ],
  ["\u001b[38;5;9mx", [["x", { color: 9 }]]],
  ["\u001b[38;2;300;0;0mx", [["x", {}]]],
  [
    "a\u001b[2K\u001b[1Gb\u001b]8;;http://x\u0007c\u001b]8;;\u001b\\d",
    [
      ["a", {}],
      ["b", {}],
      ["c", {}],
      ["d", {}],
    ],
  ],
  ["10%\r50%\r100%", [["100%", {}]]],
  ["a\u0000\u0007b\u007f\tc", [["ab\tc", {}]]],
  ["\u001b[31", [["31", {}]]],
] as const)("%j", (line, expected) => {
  expect(looks(line)).toEqual(expected);
});

test("stripped of all that", () => {
  expect(stripAnsi("\u001b[1mbold\u001b[0m \u001b]0;title\u0007x\u001b(B")).toBe("bold x");
  expect(stripAnsi("<b>&amp;</b>")).toBe("<b>&amp;</b>");
});

test("a line of beginnings takes no time", () => {
  const began = performance.now();
  parseAnsi("\u001b[".repeat(4_000) + "\u001b]".repeat(4_000));
  expect(performance.now() - began).toBeLessThan(100);
});
