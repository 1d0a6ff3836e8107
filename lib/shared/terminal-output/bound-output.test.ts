import { expect, test } from "vitest";
import { boundOutput } from "./bound-output";

const size = { cols: 80, rows: 24 };
const esc = "\u001b";

function bounded(...texts: string[]): string {
  const { write } = boundOutput({ ...size, hasLinks: true, clipboardLength: 10_000 });
  return texts.flatMap((text) => write(text).map((piece) => piece.text)).join("");
}

/** Halves of pairs too. */
const letters = (text: string) => Array.from({ length: text.length }, (_, at) => text.charAt(at));

test.each([
  ["3000000S", "24S"],
  ["20000000T", "24T"],
  ["99999L", "24L"],
  ["99999999999999999999M", "24M"],
  ["3000000b", "80b"],
  ["3000000@", "80@"],
  ["3000000P", "80P"],
  ["3000000X", "80X"],
  ["3000000I", "80I"],
  ["3000000Z", "80Z"],
  ["3000000 @", "80 @"],
  ["3000000 A", "80 A"],
  ["3000000'}", "80'}"],
  ["3000000'~", "80'~"],
  ["3000000;1S", "24S"],
  ["3000000:1S", "24S"],
  ["000000000003S", "3S"],
  [";5S", "S"],
  ["99999999B", "65535B"],
])("CSI %s becomes CSI %s", (sequence, wanted) => {
  expect(bounded(`a${esc}[${sequence}b`)).toBe(`a${esc}[${wanted}b`);
  expect(bounded(`a\u009b${sequence}b`)).toBe(`a${esc}[${wanted}b`);
  // Wherever it is broken, and with what is executed at once in between.
  expect(bounded(...letters(`a${esc}[${sequence}b`))).toBe(`a${esc}[${wanted}b`);
  expect(bounded(`${esc}[${sequence.slice(0, 1)}\r${sequence.slice(1)}`)).toBe(`\r${esc}[${wanted}`);
});

test.each([
  "plain text\r\n\ttabs\b\u0007 grüße 漢字 👩‍👩‍👧‍👦",
  `${esc}[38;2;255;128;0;48:2::1:2:3mcolor${esc}[0m`,
  `${esc}[?1049h${esc}[?2026h${esc}[?1;2;1000;1002;1006l${esc}[>4;2m${esc}[=1;1u`,
  `${esc}[22;0;0t${esc}[8;24;80t${esc}[1;24r${esc}[24;80H${esc}[?25$p${esc}[!p${esc}[1 q`,
  `${esc}(B${esc}7${esc}8${esc}M${esc}=${esc}>${esc}#8${esc}c`,
  `${esc}]0;title${esc}\\${esc}]7;file://host/folder${esc}\\${esc}]4;1;rgb:ff/00/00${esc}\\`,
  `${esc}]52;c;aGVsbG8=${esc}\\`,
  `${esc}P$qm${esc}\\`,
  `${esc}]8;id=a;https://example.com/;b${esc}\\link${esc}]8;;${esc}\\`,
])("what programs write every day is as it was: %j", (text) => {
  expect(bounded(text)).toBe(text);
  expect(bounded(...letters(text))).toBe(text);
});

test("a sequence that another begins in, or that is none, is not there", () => {
  expect(bounded(`${esc}[12${esc}[3S`)).toBe(`${esc}[3S`);
  expect(bounded(`${esc}[12\u0018x`)).toBe("\u0018x");
  expect(bounded(`${esc}[1?2S${esc}[1 2Sx`)).toBe("x");
  expect(bounded(`${esc}]0;a${esc}[3000000S`)).toBe(`${esc}]0;a${esc}\\${esc}[24S`);
  expect(bounded(`${esc}P1;2|${"x".repeat(100)}${esc}[3000000S`)).toContain(`${esc}\\${esc}[24S`);
  expect(bounded(`${esc}_G${"x".repeat(100_000)}${esc}\\y`)).toBe(`${esc}\\y`);
});

test("a string without an end is not kept, whoever writes it, one byte at a time as well", () => {
  for (const begin of [`${esc}]0;`, "\u009d2;", `${esc}P`, `${esc}Pq`, `${esc}]52;c;`]) {
    const long = `${begin}${"A".repeat(20_000)}`;
    expect(bounded(`${long}${esc}\\x`)).toBe("x");
    expect(bounded(...letters(long), `${esc}\\x`)).toBe("x");
  }
  expect(bounded(`${esc}]52;c;${"A".repeat(8_000)}\u0007`)).toHaveLength(8_009);
});

test("signs upon signs have an end", () => {
  const zalgo = `a${"\u0301".repeat(5_000)}b${"\u{e0100}".repeat(5_000)}c`;
  expect(bounded(zalgo).length).toBeLessThan(100);
  expect(bounded(...letters(zalgo)).length).toBeLessThan(100);
  expect(bounded("क्षि".repeat(1_000))).toBe("क्षि".repeat(1_000));
});

test("links are as many as a terminal can bear, and one that is left open is closed", () => {
  const link = (index: number) => `${esc}]8;;https://example.com/${index}${esc}\\y${esc}]8;;${esc}\\\n`;
  const all = bounded(Array.from({ length: 4_000 }, (_, index) => link(index)).join(""));
  expect(all.match(/https/g)?.length).toBeLessThan(2_100);
  expect(all.match(/y/g)).toHaveLength(4_000);
  const open = bounded(`${esc}]8;;https://example.com/${esc}\\${"x\n".repeat(5_000)}`);
  expect(open.indexOf(`${esc}]8;;${esc}\\`)).toBeLessThan(1_200);
});

test("a piece costs about as much as any other", () => {
  const costly = [`${esc}c`, `${esc}[2J`, `${esc}[999S`, "x", "\n", "漢", `${esc}[?1049h`, `${esc}#8`];
  for (const sequence of costly) {
    const { write } = boundOutput({ cols: 1_000, rows: 500, hasLinks: true, clipboardLength: 0 });
    const pieces = write(sequence.repeat(2_000));
    for (const { cost, text } of pieces) expect(cost / sequence.length + text.length).toBeLessThan(1_200_000);
  }
});
