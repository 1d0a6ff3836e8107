import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { doubtConnection, isReachable, recoveries } from "./connection";

const answers: (() => Promise<Response>)[] = [];
const gone = () => Promise.reject(new TypeError("failed to fetch"));
const there = () => Promise.resolve(new Response("{}"));
const badGateway = () => Promise.resolve(new Response("nginx", { status: 502 }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => (answers.shift() ?? there)());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("says that the server is gone while it does not answer, a proxy without it included, and once that it is back", async () => {
  const before = recoveries.get();
  answers.push(gone, badGateway, there);
  doubtConnection();
  doubtConnection();
  await vi.advanceTimersByTimeAsync(100);
  expect([isReachable.get(), answers.length]).toEqual([false, 2]);
  await vi.advanceTimersByTimeAsync(500);
  expect(isReachable.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect([isReachable.get(), recoveries.get() - before, answers.length]).toEqual([true, 1, 0]);
});

it("says nothing when the server answers: another line broke off", async () => {
  const before = recoveries.get();
  doubtConnection();
  await vi.advanceTimersByTimeAsync(100);
  expect([isReachable.get(), recoveries.get() - before]).toEqual([true, 0]);
});
