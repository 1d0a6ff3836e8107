import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { createWorkInOrder, familyOf } from "./in-order";

test.each([
  ["a.txt", "A.TXT"],
  ["a.txt", "a (2).txt"],
  ["a.txt", "a (2) (3).txt"],
  ["straße", "STRASSE"],
  ["\u00e4.txt", "a\u0308.txt"],
  [`${"n".repeat(251)}.txt`, `${"n".repeat(247)} (2).txt`],
])("%s and %s may be one, or one may get the name of the other", (one, other) => {
  expect(familyOf(one)).toBe(familyOf(other));
});

test("what may be about one name is done in its order, and all else at the same time", async () => {
  const done: string[] = [];
  let [running, most] = [0, 0];
  const work = createWorkInOrder(16);
  const add = (name: string, ms: number) =>
    work.add(`r/d/${name}` as VirtualPath, async () => {
      most = Math.max(most, ++running);
      await setTimeout(ms);
      running--;
      done.push(`${name} ${ms}`);
    });
  for (let index = 0; index < 10; index++) await add(`f${index}`, 30);
  await add("x.txt", 20);
  await add("X.txt", 5);
  await add("x (2).txt", 1);
  await work.until("r/d/x.txt" as VirtualPath);
  expect(done.filter((one) => /x/i.test(one))).toEqual(["x.txt 20", "X.txt 5", "x (2).txt 1"]);
  await work.all();
  expect(most).toBeGreaterThanOrEqual(10);
});
