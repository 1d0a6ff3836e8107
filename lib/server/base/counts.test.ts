import { expect, test } from "vitest";
import { createCounts } from "./counts";

test("has room until one network, or all of them, have too many", () => {
  const counts = createCounts({ perNetwork: 2, inAll: 3 });
  const leave = counts.enter("a");
  counts.enter("a");
  expect([counts.hasRoom("a"), counts.hasRoom("b")]).toEqual([false, true]);
  counts.enter("b");
  expect(counts.hasRoom("c")).toBe(false);
  leave();
  expect([counts.hasRoom("a"), counts.hasRoom("c")]).toEqual([true, true]);
});
