import { expect, test } from "vitest";
import type { Task } from "@/lib/contracts/task";
import { doneOf, fractionOf, paceOf, seenTask, type ShownTask } from "./task-progress";

const task = (changes: Partial<Task>): Task => ({
  id: "aaaaaaaaaaaaaaaa",
  kind: "copy",
  state: "running",
  revision: 0,
  owner: "mia",
  title: "films",
  count: 1,
  files: 0,
  bytes: 0,
  total: null,
  current: "",
  skipped: 0,
  replaced: 0,
  kept: 0,
  failures: [],
  failureCount: 0,
  error: null,
  question: null,
  facts: {},
  seen: true,
  started_at: 0,
  finished_at: null,
  ...changes,
});

test.each<[Partial<Task>, number | null, "files"?]>([
  [{ bytes: 10 }, null],
  [{ bytes: 25, total: { files: 2, bytes: 100 } }, 0.25],
  [{ bytes: 120, total: { files: 2, bytes: 100 } }, 1],
  [{ files: 1, total: { files: 4, bytes: 0 } }, 0.25],
  [{ files: 3, bytes: 1, total: { files: 4, bytes: 100 } }, 0.75, "files"],
  [{ total: { files: 0, bytes: 0 } }, null],
])("%j is done to %s", (changes, fraction, counts) => {
  expect(fractionOf(task(changes), counts)).toBe(fraction);
});

const seen = (...states: [number, Partial<Task>][]) =>
  states.reduce<ShownTask | undefined>((before, [atMs, changes]) => seenTask(before, task(changes), atMs), undefined);

test("speed and time left come from what was seen", () => {
  const total = { files: 2, bytes: 1000 };
  const copying = seen([0, { total }], [1000, { bytes: 200, total }]);
  expect(copying && paceOf(copying)).toEqual({ bytesPerSecond: 200, secondsLeft: 4 });
  const uncounted = seen([0, {}], [1000, { bytes: 200 }]);
  expect(uncounted && paceOf(uncounted)).toEqual({ bytesPerSecond: 200, secondsLeft: null });
  const removing = seen([0, { total }], [1000, { files: 1, bytes: 900, total }]);
  expect(removing && paceOf(removing, "files")).toEqual({ bytesPerSecond: null, secondsLeft: 1 });
});

test("what moves no files tells its bytes alone, and nothing while there are none", () => {
  expect(doneOf(task({ files: 2, bytes: 9 }))).toEqual({ files: 2, bytes: 9 });
  expect(doneOf(task({ files: 5, bytes: 9 }), true)).toEqual({ files: null, bytes: 9 });
  expect(doneOf(task({ kind: "pull", state: "failed" }), true)).toBeNull();
});
