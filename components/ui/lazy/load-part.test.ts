import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError } from "./chunk-error";
import { loadPart } from "./load-part";

const failing = (times: number) => {
  let tries = 0;
  return vi.fn(() => (++tries > times ? Promise.resolve("part") : Promise.reject(new ChunkLoadError("gone"))));
};

describe("loadPart", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal("navigator", { onLine: true });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const settled = async (promise: Promise<unknown>) => {
    const [outcome] = await Promise.allSettled([promise, vi.advanceTimersByTimeAsync(10_000)]);
    return outcome;
  };

  it("tries three times", async () => {
    expect(await settled(loadPart(failing(2)))).toMatchObject({ value: "part" });
    const load = failing(3);
    expect(await settled(loadPart(load))).toMatchObject({ reason: { name: "ChunkLoadError" } });
    expect(load).toHaveBeenCalledTimes(3);
  });

  it("does not repeat what broke by itself", async () => {
    const load = vi.fn(() => Promise.reject(new TypeError("x is not a function")));
    expect(await settled(loadPart(load))).toMatchObject({ reason: { name: "TypeError" } });
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("waits for the network", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    const target = new EventTarget();
    vi.stubGlobal("window", target);
    const load = failing(1);
    const part = loadPart(load);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(load).toHaveBeenCalledTimes(1);
    target.dispatchEvent(new Event("online"));
    expect(await settled(part)).toMatchObject({ value: "part" });
  });
});
