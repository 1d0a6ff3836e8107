import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, chunkTimeoutMs, isChunkError, withChunkTimeout } from "./chunk-error";

describe("isChunkError", () => {
  it.each([
    [new ChunkLoadError("CHUNK_TIMEOUT"), true],
    [Object.assign(new Error("x"), { name: "ChunkLoadError" }), true],
    [new TypeError("Failed to fetch dynamically imported module: http://h/x.js"), true],
    [new Error("Failed to load chunk /_next/static/chunks/1.js from module 2"), true],
    [new TypeError("x is not a function"), false],
    ["ChunkLoadError", false],
  ])("%s: %s", (error, expected) => {
    expect(isChunkError(error)).toBe(expected);
  });
});

describe("withChunkTimeout", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("gives up after 120 s", async () => {
    const [outcome] = await Promise.allSettled([
      withChunkTimeout(() => new Promise(() => undefined)),
      vi.advanceTimersByTimeAsync(chunkTimeoutMs),
    ]);
    expect(outcome).toMatchObject({ status: "rejected", reason: { message: "CHUNK_TIMEOUT", name: "ChunkLoadError" } });
  });

  it("passes on what was loaded and what failed", async () => {
    await expect(withChunkTimeout(() => Promise.resolve(1))).resolves.toBe(1);
    await expect(withChunkTimeout(() => Promise.reject(new Error("gone")))).rejects.toThrow("gone");
    expect(vi.getTimerCount()).toBe(0);
  });
});
