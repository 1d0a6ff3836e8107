import { expect, test } from "vitest";
import { arranged, moved } from "./arrangement";

const all = ["cpu", "memory", "network", "disks"] as const;

test("nobody's order is the usual one; what the user's lacks comes after its usual neighbour", () => {
  expect(arranged(all, { order: [] })).toEqual(all);
  expect(arranged(all, { order: ["disks", "cpu", "memory"] })).toEqual(["disks", "cpu", "memory", "network"]);
  expect(arranged(all, { order: ["network", "disks"] })).toEqual(["cpu", "memory", "network", "disks"]);
  expect(arranged(all, { order: ["gone", "disks", "disks", "network", "memory", "cpu"] })).toEqual([
    "disks",
    "network",
    "memory",
    "cpu",
  ]);
});

test("a card goes to the place of another one, whichever way", () => {
  expect(moved(all, "cpu", "network")).toEqual(["memory", "network", "cpu", "disks"]);
  expect(moved(all, "disks", "memory")).toEqual(["cpu", "disks", "memory", "network"]);
  expect(moved(all, "cpu", "cpu")).toEqual(all);
});
