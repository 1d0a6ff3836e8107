import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { namesOf } from "./read-names";

test("however many read a large folder at once, each has some milliseconds of a turn", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "filedeck-names-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const count = 6_000;
  for (let index = 0; index < count; index++) writeFileSync(path.join(root, `${index}`), "");
  const fd = openSync(root, "r");
  onTestFinished(() => closeSync(fd));
  let [inTurn, mostInTurn, seen] = [0, 0, 0];
  let isOver = false;
  const turn = () => {
    mostInTurn = Math.max(mostInTurn, inTurn);
    inTurn = 0;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const read = async () => {
    for await (const name of namesOf(root)) {
      // What is done with each takes its time.
      for (const until = performance.now() + 0.01; performance.now() < until;) void name;
      inTurn++;
      seen++;
    }
  };
  await Promise.all(Array.from({ length: 8 }, read));
  isOver = true;
  expect(seen).toBe(8 * count);
  // All of what one reading gives, 2,048 names, would be 20 ms of each.
  expect(mostInTurn).toBeLessThan(2_048);
});
