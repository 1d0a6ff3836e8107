import { afterEach, expect, test, vi } from "vitest";
import { unfinishedDrops } from "./unfinished-drops";

afterEach(() => void vi.useRealTimers());

const begin = (drops: ReturnType<typeof unfinishedDrops>, count: number) => {
  for (let index = 0; index < count; index++) drops.begun();
};

test("a visitor who finishes nothing is stopped, others are not, and finishing makes room", () => {
  const own = unfinishedDrops("a", "2001:db8::1");
  begin(own, 299);
  expect(() => own.assertRoom()).not.toThrow();
  begin(own, 1);
  expect(() => unfinishedDrops("a", "2001:db8::2").assertRoom()).toThrow("upload/too-many");
  for (const other of [unfinishedDrops("a", "192.0.2.1"), unfinishedDrops("b", "2001:db8::1")])
    expect(() => other.assertRoom()).not.toThrow();
  own.finished();
  expect(() => own.assertRoom()).not.toThrow();
});

test("a week later it is forgotten", () => {
  vi.useFakeTimers({ now: 0 });
  const own = unfinishedDrops("c", "192.0.2.1");
  begin(own, 300);
  expect(() => own.assertRoom()).toThrow("upload/too-many");
  vi.setSystemTime(7 * 24 * 60 * 60_000 + 1);
  expect(() => own.assertRoom()).not.toThrow();
});
