import { expect, it, vi } from "vitest";
import { createStateLook, failedUnits, isStopped } from "./look-at-states";
import type { Seen } from "./seen-figures";

it("reads the failed units that systemctl lists", () => {
  const said = `demo.service           loaded    failed failed Something that ends
srv-data.mount not-found failed failed srv-data.mount
cron.service loaded active running Regular jobs
`;
  expect(failedUnits(said)).toEqual(["demo.service", "srv-data.mount"]);
  expect(failedUnits("")).toEqual([]);
});

it("takes a container for stopped that did not end by itself in order", () => {
  expect(isStopped("exited", "Exited (137) 3 minutes ago")).toBe(true);
  expect(isStopped("dead", "Dead")).toBe(true);
  expect(isStopped("exited", "Exited (0) 3 minutes ago")).toBe(false);
  expect(isStopped("running", "Up 3 minutes (unhealthy)")).toBe(false);
});

it("asks only for what somebody wants to know, now and then, and knows nothing where nobody answers", async () => {
  const seen: Seen = new Map([["unitFailed", new Map([["demo.service", 1]])]]);
  const units = vi.fn(() => Promise.resolve(seen));
  const containers = vi.fn(() => Promise.reject(new Error("no Docker")));
  const statesFor = createStateLook({ units, containers });
  expect(statesFor(new Set(["cpu"]), 0).size).toBe(0);
  expect(units).not.toHaveBeenCalled();
  const all = new Set(["unitFailed", "containerStopped"] as const);
  statesFor(all, 0);
  await vi.waitFor(() => expect(statesFor(all, 1_000).get("unitFailed")?.get("demo.service")).toBe(1));
  expect(statesFor(all, 29_000).has("containerStopped")).toBe(false);
  expect([units.mock.calls.length, containers.mock.calls.length]).toEqual([1, 1]);
  statesFor(all, 61_000);
  expect([units.mock.calls.length, containers.mock.calls.length]).toEqual([2, 2]);
});
