import { expect, test } from "vitest";
import { dueAfter } from "./due";

const at = (text: string) => new Date(text).getTime(); // local time, as the server's
const everyDay = { rhythm: "days", days: [0, 1, 2, 3, 4, 5, 6], minute: 3 * 60 + 30, hours: 6 } as const;

test.each([
  ["2026-11-23T03:29:59", "2026-11-23T03:30:00"],
  ["2026-11-23T03:30:00", "2026-11-24T03:30:00"],
  ["2026-12-31T23:00:00", "2027-01-01T03:30:00"],
  ["2028-02-28T04:00:00", "2028-02-29T03:30:00"],
])("every day, after %s: %s", (after, due) => {
  expect(dueAfter({ ...everyDay, days: [...everyDay.days] }, at(after))).toBe(at(due));
});

test.each([
  // A Monday.
  [[1], "2026-11-23T03:00:00", "2026-11-23T03:30:00"],
  [[1], "2026-11-23T04:00:00", "2026-11-30T03:30:00"],
  [[0, 6], "2026-11-23T04:00:00", "2026-11-28T03:30:00"],
])("on the days %j, after %s: %s", (days, after, due) => {
  expect(dueAfter({ ...everyDay, days }, at(after))).toBe(at(due));
});

test("every few hours counts from the last one", () => {
  const after = at("2026-11-23T10:00:00");
  expect(dueAfter({ ...everyDay, days: [0], rhythm: "hours" }, after) - after).toBe(6 * 3_600_000);
});
