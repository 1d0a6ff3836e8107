import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepPerLocale } from "./keep-per-locale";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("reads a language once, whoever asks, and tells that it has come", async () => {
  const read = vi.fn<(locale: string) => Promise<string>>((locale) => Promise.resolve(`words of ${locale}`));
  const kept = keepPerLocale(read);
  const heard: unknown[] = [];
  const stop = kept.subscribe(() => heard.push(kept.loaded("de")));
  expect(kept.loaded("de")).toBeUndefined();
  expect(kept.load("de")).toBe(kept.load("de"));
  expect(await kept.load("de")).toBe("words of de");
  expect(heard).toEqual(["words of de"]);
  stop();
  await kept.load("en");
  expect(read).toHaveBeenCalledTimes(2);
  expect(heard).toHaveLength(1);
});

it("gives a failure to all who ask at once, and reads anew a second later", async () => {
  let tries = 0;
  const kept = keepPerLocale(() => (++tries === 1 ? Promise.reject(new Error("offline")) : Promise.resolve("words")));
  await expect(kept.load("de")).rejects.toThrow("offline");
  await expect(kept.load("de")).rejects.toThrow("offline");
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(await kept.load("de")).toBe("words");
  expect(kept.loaded("de")).toBe("words");
});
