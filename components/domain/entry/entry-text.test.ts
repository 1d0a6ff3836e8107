import { expect, test } from "vitest";
import { formatChanged, formatFullDate, formatMode } from "./entry-text";

test.each([
  [0o755, "rwxr-xr-x"],
  [0o640, "rw-r-----"],
  [0o4755, "rwsr-xr-x"],
  [0o2644, "rw-r-Sr--"],
  [0o1777, "rwxrwxrwt"],
  [0, "---------"],
])("mode %s is %s", (mode, text) => {
  expect(formatMode(mode)).toBe(text);
});

test("dates are as short as they stay clear", () => {
  const at = (...[year, month, day, hour, minute]: [number, number, number, number, number]) =>
    new Date(year, month - 1, day, hour, minute).getTime();
  const now = at(2026, 11, 21, 9, 0);
  expect(formatChanged(at(2026, 11, 21, 8, 5), now, "de")).toBe("08:05");
  expect(formatChanged(at(2026, 11, 20, 23, 59), now, "en")).toBe("yesterday");
  expect(formatChanged(at(2026, 3, 2, 1, 0), now, "en")).toBe("Mar 2");
  expect(formatChanged(at(2024, 3, 2, 1, 0), now, "en")).toBe("Mar 2, 2024");
});

test("what is no date is told as none", () => {
  expect([formatChanged(1e17, 0, "en"), formatFullDate(-1e17, "de"), formatFullDate(Number.NaN, "de")]).toEqual([
    "—",
    "—",
    "—",
  ]);
});
