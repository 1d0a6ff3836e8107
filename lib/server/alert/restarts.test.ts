import { describe, expect, it } from "vitest";
import { createRestartWatch, unitRestarts } from "./restarts";

const minuteMs = 60_000;

describe("what restarts again and again", () => {
  const look = (watch: ReturnType<typeof createRestartWatch>, count: number, minute: number, isWaiting = false) =>
    watch(new Map([["web", { count, isWaiting }]]), minute * minuteMs).has("web");

  it("is what did so three times in ten minutes, and no longer when it has been steady for that long", () => {
    const watch = createRestartWatch();
    expect([look(watch, 1, 0), look(watch, 2, 1), look(watch, 3, 2), look(watch, 4, 3)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
    expect(look(watch, 4, 9)).toBe(true);
    expect(look(watch, 4, 14)).toBe(false);
  });

  it("is not what has come to many in a long time", () => {
    const watch = createRestartWatch();
    for (let hour = 0; hour < 20; hour++) expect(look(watch, 100 + hour, hour * 60)).toBe(false);
  });

  it("is known at the first look while it waits for the next time, and counted anew when somebody starts it", () => {
    const watch = createRestartWatch();
    expect(look(watch, 37, 0, true)).toBe(true);
    expect(look(watch, 37, 1)).toBe(true);
    expect(look(watch, 1, 2)).toBe(false);
    expect(look(watch, 3, 3)).toBe(true);
    expect(watch(new Map(), 4 * minuteMs).size).toBe(0);
  });

  it("is read of all units, whatever one of them says", () => {
    const said = `Id=loop.service
NRestarts=12
SubState=auto-restart

Id=odd.service
NRestarts=[not set]
SubState=running

Id=calm.service
NRestarts=0
SubState=running

Id=back.service
NRestarts=4
SubState=running
`;
    expect([...unitRestarts(said)]).toEqual([
      ["loop.service", { count: 12, isWaiting: true }],
      ["back.service", { count: 4, isWaiting: false }],
    ]);
  });
});
