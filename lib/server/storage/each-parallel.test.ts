import { expect, it } from "vitest";
import { eachParallel } from "./each-parallel";

it("lets others have their turn while work waits for nothing", async () => {
  let turns = 0;
  let isOver = false;
  const others = () => {
    turns++;
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  await eachParallel(Array.from({ length: 300 }), 4, async () => {
    const endMs = performance.now() + 0.5;
    while (performance.now() < endMs);
  });
  isOver = true;
  expect(turns).toBeGreaterThan(3);
});
