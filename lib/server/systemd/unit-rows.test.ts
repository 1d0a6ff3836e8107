import { expect, test } from "vitest";
import { detailsOf } from "./unit-rows";

const clock = { nowMs: 10_000_000_000, nowUs: 10_000_000_000 };
const row = (sub: string, restarts: string, secondsAgo: number) =>
  detailsOf(
    new Map([
      ["SubState", sub],
      ["NRestarts", restarts],
      ["StateChangeTimestampMonotonic", String(clock.nowUs - secondsAgo * 1e6)],
    ]),
    clock,
  ).restarts;

test.each([
  ["one that waits for its next start", "auto-restart", "1", 1, 1],
  ["one that is queued for it (systemd 254)", "auto-restart-queued", "37", 1, 37],
  ["one that runs for a moment between two ends", "running", "37", 20, 37],
  ["one that was started anew once", "running", "1", 20, null],
  ["one that has long run since", "running", "37", 3_600, null],
  ["one that waits for its first", "auto-restart", "0", 1, null],
  ["one that systemd does not count", "plugged", "[not set]", 1, null],
])("%s", (_, sub, restarts, secondsAgo, shown) => {
  expect(row(sub, restarts, secondsAgo)).toBe(shown);
});
