import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { recheck, recheckAll } from "./recheck";

beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());

it("ends what may not go on, once, and what failed to answer not at all", async () => {
  const ended: string[] = [];
  const watch = (name: string, isAllowed: () => Promise<boolean>) =>
    recheck({ isAllowed, end: () => ended.push(name) });
  const stops = [
    watch("allowed", async () => true),
    watch("refused", async () => false),
    watch("broken", () => Promise.reject(new Error("no database"))),
  ];
  watch("over", async () => false)();
  await recheckAll();
  await recheckAll();
  expect(ended).toEqual(["refused"]);
  for (const stop of stops) stop();
});

it("is not held up by one that gets no answer", async () => {
  const ended: string[] = [];
  let asked = 0;
  const stopSlow = recheck({
    isAllowed: () => {
      asked++;
      return new Promise(() => {});
    },
    end: () => ended.push("slow"),
  });
  recheck({ isAllowed: async () => false, end: () => ended.push("other") });
  await vi.advanceTimersByTimeAsync(60_000);
  expect([ended, asked]).toEqual([["other"], 1]);
  stopSlow();
});
