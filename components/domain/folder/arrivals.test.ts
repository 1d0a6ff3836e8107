import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { arrival, awaitArrival, noteAppeared } from "./arrivals";

const here = "files/a" as VirtualPath;
const names = () => arrival.get()?.names;

beforeEach(() => {
  vi.useFakeTimers();
  arrival.set(null);
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

it("tells of what appeared during the work when it is over, and of what is seen a little later", () => {
  const end = awaitArrival(here);
  noteAppeared(here, ["x (2).txt"]);
  noteAppeared("files/b" as VirtualPath, ["elsewhere"]);
  expect(names()).toBeUndefined();
  end(["x.txt"]);
  expect(names()).toEqual(["x (2).txt", "x.txt"]);
  noteAppeared(here, ["y.txt"]);
  expect(names()).toEqual(["x (2).txt", "x.txt", "y.txt"]);
  vi.advanceTimersByTime(5000);
  noteAppeared(here, ["somebody else's"]);
  expect(names()).toEqual(["x (2).txt", "x.txt", "y.txt"]);
});

it("says nothing where nothing came, or more than anybody looks at", () => {
  awaitArrival(here)([]);
  expect(names()).toBeUndefined();
  awaitArrival(here)(Array.from({ length: 2000 }, (_, at) => `${at}`));
  expect(names()).toBeUndefined();
});
