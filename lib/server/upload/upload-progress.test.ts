import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { parseVirtualPath } from "@/lib/shared/paths";
import { forgetSending, listSendings, noteSending, onUploadsMoved } from "./upload-progress";

const parsed = parseVirtualPath("files");
if (parsed === null) throw new Error("no folder");
const folder = parsed;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of listSendings(null)) forgetSending(id);
  vi.useRealTimers();
});

function send(id: string, userId = "mia", bytes: () => number = () => 1) {
  const sender = { userId, username: userId };
  const part = { index: "0", uploadId: null, bytes };
  return noteSending({ id, sender, folder, name: id, sizeBytes: 10, run: null, part });
}

test("nothing runs while nobody looks or nothing moves, and who looks is told three times a second at most", () => {
  const end = send("a");
  expect(vi.getTimerCount()).toBe(0);
  const told = vi.fn<() => void>();
  const stop = onUploadsMoved(told);
  onTestFinished(stop);
  vi.advanceTimersByTime(10_000);
  expect(told.mock.calls.length).toBeLessThanOrEqual(30);
  expect(told.mock.calls.length).toBeGreaterThan(20);
  end("left");
  vi.advanceTimersByTime(10_000);
  expect(vi.getTimerCount()).toBe(0);
  const endOther = send("b");
  onTestFinished(() => endOther("gone"));
  expect(vi.getTimerCount()).toBe(1);
  stop();
  expect(vi.getTimerCount()).toBe(0);
});

test("what is over in a moment is not listed, and what was left is, until its time is over", () => {
  const quick = send("quick");
  vi.advanceTimersByTime(300);
  quick("left");
  const slow = send("slow", "mia", () => 4);
  const failing = send("failing");
  const broken = send("broken");
  vi.advanceTimersByTime(1_000);
  slow("part");
  broken("left");
  failing("failed");
  const states = () => Object.fromEntries(listSendings("mia").map(({ id, state, bytes }) => [id, `${state} ${bytes}`]));
  // The next chunk may be on its way.
  expect(states()).toEqual({ slow: "active 4", failing: "failed 1", broken: "paused 1" });
  vi.advanceTimersByTime(3_000);
  expect(states()).toEqual({ slow: "paused 4", failing: "failed 1", broken: "paused 1" });
  vi.advanceTimersByTime(120_000);
  expect(states()).toEqual({ slow: "paused 4", broken: "paused 1" });
  expect(listSendings("tom")).toEqual([]);
  vi.advanceTimersByTime(600_000);
  expect(states()).toEqual({});
});

test("of what was left only so much is kept, and nobody's goes for the sake of another's", () => {
  const kept = send("tom's", "tom");
  vi.advanceTimersByTime(1_000);
  kept("left");
  for (let count = 0; count < 2_000; count++) send(`left ${count}`)("left");
  const running = send("running");
  vi.advanceTimersByTime(1_000);
  expect(listSendings("tom")).toHaveLength(1);
  expect(listSendings("mia").map(({ id }) => id)).toEqual(["running"]);
  running("gone");
});
