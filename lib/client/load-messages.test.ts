import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readAll } from "./load-messages";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("readAll", () => {
  it("gives the results in the order of the keys", async () => {
    const delays: Record<string, number> = { slow: 50, fast: 1 };
    const reading = readAll(["slow", "fast"], (key) => new Promise((resolve) => setTimeout(resolve, delays[key], key)));
    await vi.runAllTimersAsync();
    expect(await reading).toEqual(["slow", "fast"]);
  });

  it("reads at most ten at a time", async () => {
    let running = 0;
    let most = 0;
    const reading = readAll(
      Array.from({ length: 35 }, (_, index) => index),
      async (key) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 10));
        running--;
        return key;
      },
    );
    await vi.runAllTimersAsync();
    expect((await reading).length).toBe(35);
    expect(most).toBe(10);
  });

  it("retries after 350 ms, doubling, five times", async () => {
    const startMs = Date.now();
    const triedAtMs: number[] = [];
    const reading = readAll(["x"], () => {
      triedAtMs.push(Date.now() - startMs);
      return Promise.reject(new Error("offline"));
    });
    const [outcome] = await Promise.allSettled([reading, vi.runAllTimersAsync()]);
    expect(outcome.status).toBe("rejected");
    expect(triedAtMs).toEqual([0, 350, 1050, 2450, 5250, 10_850]);
  });

  it("goes on when a retry succeeds", async () => {
    let tries = 0;
    const reading = readAll(["x"], () =>
      ++tries < 3 ? Promise.reject(new Error("offline")) : Promise.resolve("read"),
    );
    await vi.runAllTimersAsync();
    expect(await reading).toEqual(["read"]);
  });
});
