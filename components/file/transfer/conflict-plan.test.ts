import { expect, test } from "vitest";
import { chunked } from "@/lib/shared/chunked";
import { planConflicts } from "./conflict-plan";

test("entries are grouped by choice, skipped ones left out", () => {
  const entries = ["a", "b", "c", "d", "e"].map((name) => ({ name }));
  const plan = planConflicts(
    entries,
    new Map([
      ["b", "replace"],
      ["c", "skip"],
      ["d", "rename"],
      ["e", "replace"],
    ] as const),
  );
  expect(plan.map(({ conflict, entries }) => `${conflict}:${entries.map(({ name }) => name).join("")}`)).toEqual([
    "fail:a",
    "replace:be",
    "rename:d",
  ]);
  expect(planConflicts([{ name: "x" }], new Map([["x", "skip"]] as const))).toEqual([]);
});

test("chunks", () => {
  expect(chunked([1, 2, 3], 2)).toEqual([[1, 2], [3]]);
  expect(chunked([], 2)).toEqual([]);
});
