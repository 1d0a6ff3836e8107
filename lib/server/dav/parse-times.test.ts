import { expect, test } from "vitest";
import { parseDate, parseSeconds } from "./parse-times";

test.each([
  ["1600000000", 1_600_000_000_000],
  ["1600000000.5", 1_600_000_000_500],
  ["0", 0],
  ["-1.5", -1_500],
  ["-11644473600", -11_644_473_600_000],
  ["4294967296", 4_294_967_296_000],
  ["253402300800", 253_402_300_800_000],
  ["1e30", 8.64e15],
  ["-Infinity", -8.64e15],
  ["", null],
  ["soon", null],
])("%j seconds are %s", (text, timeMs) => {
  expect(parseSeconds(text)).toBe(timeMs);
});

test("dates of before 1970 and of far ahead are dates, too", () => {
  expect(parseSeconds(undefined)).toBeNull();
  expect(parseDate("Mon, 01 Jan 1601 00:00:00 GMT")).toBe(-11_644_473_600_000);
  expect(parseDate("Fri, 31 Dec 9999 23:59:59 GMT")).toBe(253_402_300_799_000);
  expect(parseDate("never")).toBeNull();
});
