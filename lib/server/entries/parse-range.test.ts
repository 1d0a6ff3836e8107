import { expect, it } from "vitest";
import { parseRange } from "./parse-range";

it.each([
  ["bytes=0-99", [{ start: 0, end: 99 }]],
  ["bytes=900-", [{ start: 900, end: 999 }]],
  ["bytes=-10", [{ start: 990, end: 999 }]],
  ["bytes=-5000", [{ start: 0, end: 999 }]],
  ["bytes=990-2000", [{ start: 990, end: 999 }]],
  [
    "bytes=0-0, 5-9",
    [
      { start: 0, end: 0 },
      { start: 5, end: 9 },
    ],
  ],
  ["bytes=0-1, 5000-6000", [{ start: 0, end: 1 }]],
  ["bytes=1000-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-5", null],
  ["bytes=a-b", null],
  ["bytes=-", null],
  ["items=0-5", null],
  [undefined, null],
  [`bytes=${Array.from({ length: 40 }, (_, index) => `${index}-${index}`).join()}`, null],
  ["bytes=0-999,0-999,0-999", null],
])("%s of 1000 bytes is %j", (header, expected) => {
  expect(parseRange(header, 1000)).toEqual(expected);
});

it("cannot satisfy anything of an empty file", () => {
  expect(parseRange("bytes=0-", 0)).toBe("unsatisfiable");
});
