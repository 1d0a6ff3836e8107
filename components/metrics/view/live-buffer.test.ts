import { expect, test } from "vitest";
import type { Machine } from "@/lib/contracts/metrics";
import { heard, type LiveBuffer } from "./live-buffer";

const machine = { name: "nas" } as Machine; // nothing else of it is looked at
const begin = (at: number): LiveBuffer => ({ machine, times: [at], series: { "cpu/busy": [0.5] } });
const next = (at: number, series: Record<string, (number | null)[]> = { "cpu/busy": [0.25] }) => ({
  times: [at],
  series,
});

test("the first message has all; before it there is nothing to draw", () => {
  expect(heard(null, next(1_000))).toBeNull();
  const first = { machine, times: [1, 2], series: { "cpu/busy": [null, 0.5] } };
  expect(heard(null, first)).toEqual(first);
  // After the connection was lost the server tells all of it once more.
  expect(heard(begin(1), first)).toEqual(first);
});

test("goes on with each reading, with gaps for what is not known and where nothing was read", () => {
  const two = heard(begin(1_000), next(2_000, { "cpu/busy": [0.25], "net/sent": [7] }));
  expect(two?.series).toEqual({ "cpu/busy": [0.5, 0.25], "net/sent": [null, 7] });
  const later = heard(two, { ...next(40_000), machine: { ...machine, name: "new" } });
  expect(later).toMatchObject({ machine: { name: "new" }, times: [1_000, 2_000, 21_000, 40_000] });
  expect(later?.series).toEqual({ "cpu/busy": [0.5, 0.25, null, 0.25], "net/sent": [null, 7, null, null] });
});

test("forgets what is older than five minutes, and devices that are gone with it", () => {
  let buffer: LiveBuffer | null = { ...begin(0), series: { "cpu/busy": [0.5], "disk/sdb/read": [1] } };
  for (let at = 1_000; at <= 400_000; at += 1_000) buffer = heard(buffer, next(at));
  expect([buffer?.times[0], buffer?.times.length]).toEqual([101_000, 300]);
  expect(Object.keys(buffer?.series ?? {})).toEqual(["cpu/busy"]);
});

test("a server whose clock was put back begins anew", () => {
  expect(heard(begin(5_000), next(4_000))?.times).toEqual([4_000]);
});
