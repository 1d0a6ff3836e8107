import { expect, it } from "vitest";
import { parseTime } from "./parse-time";

const at = Date.UTC(2026, 0, 31, 12, 0, 0);

it.each([
  ["1769860800", at, "s"],
  [" 1769860800.25 ", at + 250, "s"],
  ["1769860800000", at, "ms"],
  ["1769860800000000", at, "us"],
  ["1769860800000000000", at, "ns"],
  ["0", 0, "s"],
  ["-1", -1000, "s"],
  ["2026-01-31T12:00:00Z", at, "date"],
  ["2026-01-31 12:00:00Z", at, "date"],
  ["2026-01-31T13:00:00+01:00", at, "date"],
  ["Sat, 31 Jan 2026 12:00:00 GMT", at, "date"],
] as const)("%s", (text, atMs, unit) => {
  expect(parseTime(text)).toEqual({ atMs, unit });
});

it.each(["", "tomorrow", "version 3", "1e99", "123456789012345678901234", "2026-13-45T99:00Z"])(
  "refuses %j",
  (text) => {
    expect(parseTime(text)).toBeNull();
  },
);
