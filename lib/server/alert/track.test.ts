import { expect, it } from "vitest";
import { track, type Tracked } from "./track";

const rule = { comparison: "above", threshold: 0.9, forSeconds: 60 } as const;

/** Every ten seconds one value; what happened at which of them, and how it stands in the end. */
function follow(values: readonly (number | null)[], options: Parameters<typeof track>[2]["rule"] = rule) {
  let state: Tracked | null = null;
  const events: [number, string][] = [];
  for (const [index, value] of values.entries()) {
    const { after, event } = track(state, value, { rule: options, nowMs: index * 10_000 });
    state = after;
    if (event !== null) events.push([index, event]);
  }
  return { events, state };
}
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

it("fires when the limit has been reached for long enough, once", () => {
  expect(follow(times(6, 0.95))).toMatchObject({ events: [], state: { phase: "pending" } });
  expect(follow(times(20, 0.95))).toMatchObject({ events: [[6, "fired"]], state: { phase: "firing" } });
  expect(follow([0.95], { ...rule, forSeconds: 0 }).events).toEqual([[0, "fired"]]);
});

it("begins anew when it was well in between", () => {
  expect(follow([...times(6, 0.95), 0.5, ...times(6, 0.95)])).toMatchObject({
    events: [],
    state: { phase: "pending" },
  });
});

it("ends when it has been well for as long, and not for moving about the limit", () => {
  const fired = times(7, 0.95);
  expect(follow([...fired, ...times(30, 0.88)]).events).toEqual([[6, "fired"]]); // less than the limit by too little
  expect(follow([...fired, ...times(6, 0.5), 0.95, ...times(6, 0.5)]).events).toEqual([[6, "fired"]]);
  expect(follow([...fired, ...times(7, 0.5)])).toEqual({
    events: [
      [6, "fired"],
      [13, "resolved"],
    ],
    state: null,
  });
});

it("keeps the worst value", () => {
  expect(follow([0.95, 0.99, 0.92]).state).toMatchObject({ value: 0.92, worst: 0.99 });
  expect(follow([10, 3, 7], { comparison: "below", threshold: 20, forSeconds: 60 }).state).toMatchObject({ worst: 3 });
});

it("waits a while for a figure that is gone, and takes it for well only then", () => {
  const fired = times(7, 0.95);
  expect(follow([...fired, ...times(29, null)]).state).toMatchObject({ phase: "firing", value: 0.95 });
  expect(follow([...fired, ...times(31, null)]).events).toEqual([
    [6, "fired"],
    [37, "resolved"],
  ]);
  expect(follow([...fired, ...times(20, null), 0.95, ...times(20, null)]).state).toMatchObject({ phase: "firing" });
});

it("knows what is too little as well", () => {
  const little = { comparison: "below", threshold: 10, forSeconds: 0 } as const;
  expect(follow([11, 10], little).events).toEqual([[1, "fired"]]);
  expect(follow([5, ...times(4, 10.4)], little).events).toEqual([[0, "fired"]]);
  expect(follow([5, ...times(4, 11)], little).events).toEqual([
    [0, "fired"],
    [4, "resolved"],
  ]);
});
