import { expect, test, vi } from "vitest";
import { createSlowPart } from "./slow-part";

test("is read beside, once at a time, anew when it is time, and again after it has failed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "performance"] });
  try {
    let [begun, fails] = [0, false];
    const read = async () => {
      const count = ++begun;
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      if (fails) throw new Error("no answer");
      return count;
    };
    const told: (number | null)[] = [];
    const part = createSlowPart(read, { leastMs: 2_000, share: 1 / 10 }, () => told.push(part.latest()));
    expect([part.latest(), part.latest()]).toEqual([null, null]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([begun, part.latest(), told]).toEqual([1, 1, [1]]);
    await vi.advanceTimersByTimeAsync(9_000);
    expect([part.latest(), begun]).toEqual([1, 1]);
    fails = true;
    part.forget();
    expect([part.latest(), begun]).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([part.latest(), begun]).toEqual([1, 2]);
    fails = false;
    await vi.advanceTimersByTimeAsync(10_000);
    part.latest();
    // What is forgotten while it is read is read once more.
    part.forget();
    await vi.advanceTimersByTimeAsync(1_000);
    expect([begun, told]).toEqual([4, [1, 3]]);
  } finally {
    vi.useRealTimers();
  }
});
