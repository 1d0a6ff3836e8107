import { expect, it } from "vitest";
import type { Surveyed } from "@/lib/server/storage/survey";
import { collectSizes } from "./collect-sizes";

const file = (path: string, sizeBytes: number, rest: Partial<Surveyed> = {}): Surveyed => ({
  path,
  name: path,
  kind: "file",
  sizeBytes,
  allocatedBytes: sizeBytes,
  mtimeMs: 0,
  device: 1,
  hardLinkId: null,
  ...rest,
});

it("looks at files that share their size, once each, the largest first", () => {
  const sizes = collectSizes(1);
  const entries = [
    file("a", 5),
    file("b", 5),
    file("alone", 6),
    file("empty", 0),
    file("none", 0),
    file("link", 5, { kind: "link" }),
    file("name", 9, { hardLinkId: "x" }),
    file("other name", 9, { hardLinkId: "x" }),
    file("same", 9),
  ];
  for (const entry of entries) sizes.survey.leaf(entry, "below");
  expect(sizes.groups().map((group) => group.map(({ path }) => path))).toEqual([
    ["name", "same"],
    ["a", "b"],
  ]);
});

it("lets the small ones go when there are too many, and says so", () => {
  const sizes = collectSizes(1, 100);
  for (let index = 0; index < 1_000; index++) sizes.survey.leaf(file(`${index}`, (index % 500) + 1), "below");
  expect(sizes.files()).toBeLessThanOrEqual(100);
  expect(sizes.minBytes()).toBeGreaterThan(300);
  expect(sizes.groups()[0]?.map(({ path }) => path)).toEqual(["499", "999"]);
});
