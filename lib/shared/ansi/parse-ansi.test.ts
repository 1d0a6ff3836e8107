import { expect, test } from "vitest";
import { parseAnsi, stripAnsi } from "./parse-ansi";
import { plainStyle } from "./style";

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
      ["x", { color: [255, 0, 0] }],
      ["y", { color: [255, 0, 0], background: [1, 2, 3] }],
    ],
  ],
  ["\u001b[38;5;9mx", [["x", { color: 9 }]]],
  ["\u001b[38;2;300;0;0mx", [["x", {}]]],
  ["\u001b[38:2::1:2:3mx", [["x", { color: [1, 2, 3] }]]],
  ["\u001b[38:2:1:2:3;1mx", [["x", { color: [1, 2, 3], isBold: true }]]],
  ["\u001b[58;2;9;9;9;3mx", [["x", { isItalic: true }]]],
  [
    "\u001b[4:3mx\u001b[4:0my",
    [
      ["x", { isUnderlined: true }],
      ["y", {}],
    ],
  ],
  ["\u001b[7;35;46mx", [["x", { isInverse: true, color: 5, background: 6 }]]],
  // xterm's own, none of the look.
  ["\u001b[>4;2mx\u001b[?1;2my", [["xy", {}]]],
  // Its look goes on in the next line.
  [
    "\u001b[36ma\nb\u001b[0m\nc",
    [
      ["a\nb", { color: 6 }],
      ["\nc", {}],
    ],
  ],
] as const)("%j", (line, expected) => {
  expect(looks(line)).toEqual(expected);
});

test.each([
  ["\u001b[1mbold\u001b[0m \u001b]0;title\u0007x\u001b(B", "bold x"],
  ["<b>&amp;</b>", "<b>&amp;</b>"],
  ["a\u0000\u0007b\u007f\tc", "ab\tc"],
  // Strings of every kind, ended in each way, or by what comes after them.
  ["a\u001bPq#0;2;0;0;0~\u001b\\b\u001b_x\u001b\\c\u001b^x\u009cd\u001bXx\u0018e", "abcde"],
  ["\u001b]8;;http://x\u0007link\u001b]8;;\u001b\\ on", "link on"],
  ["\u001b]0;never ended\u001b[31mred", "red"],
  ["\u001b]0;never ended\nnext", "\nnext"],
  // The same in one byte.
  ["\u009b31mred\u009b0m \u009d0;title\u0007x\u0090q\u009cy\u0085z", "red xyz"],
  // Cut off.
  ["a\u001b", "a"],
  ["a\u001b[31", "a"],
  ["a\u001b[", "a"],
  ["a\u001b(", "a"],
])("nothing is left of sequences in %j", (line, expected) => {
  expect(stripAnsi(line)).toBe(expected);
});

test.each([
  ["10%\r50%\r100%", "100%"],
  ["\u001b[32m10%\u001b[0m\r\u001b[32m100%\u001b[0m", "100%"],
  ["fetching 100 MB\rdone", "donehing 100 MB"],
  ["fetching 100 MB\r\u001b[Kdone", "done"],
  ["fetching\u001b[2K\rdone", "done"],
  ["fetching\u001b[1K\u001b[1Gok", "ok      "],
  ["one\r\ntwo\r\n", "one\ntwo\n"],
  ["10%\r20%\r\n30%\r40%", "20%\n40%"],
  ["/\b-\b\\\b| done", "| done"],
  ["Starting\u001b[20G[ OK ]", "Starting           [ OK ]"],
  ["[    ] x\u001b[7D OK ", "[ OK ] x"],
  ["下载 10%\r下载 20%", "下载 20%"],
  ["中文\rab", "ab文"],
  ["中文\ra", "a 文"],
  ["中文\u001b[2G\u001b[K", " "],
  ["abcd\r中", "中cd"],
  ["e\u0301x\ra", "ax"],
  ["👨‍👩‍👧 family\r👨‍👩‍👧 f", "👨‍👩‍👧 family"],
])("%j is shown as a terminal has it in the end", (line, expected) => {
  expect(stripAnsi(line)).toBe(expected);
});

/** Twice what any line has; where each part looked at all before it, this would be billions of steps. How long it takes: bench/verdicts/texts.ts. */
const length = 128 * 1024;
test.each([
  "\u001b[",
  "\u001b]",
  "\u001bP",
  "\u001b[1;",
  "\u001b[999999999Cx",
  "\u001b[512G\u001b[1K",
  "\u001b[512Gx\u001b[2K",
  "\u001b[1Kx",
  "x\u001b[1K",
  "x\r",
  "\u001b[1mx",
  "中\r",
  "x\u0301",
  "\b\u001b[K",
  ";:",
])("a line of %j comes out no longer than it is", (part) => {
  for (const before of ["\u001b[31", "x".repeat(length)]) {
    const hostile = before + part.repeat(length / part.length);
    const pieces = parseAnsi(hostile);
    expect(pieces.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(4 * length);
  }
});
