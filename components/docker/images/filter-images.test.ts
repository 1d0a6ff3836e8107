import { expect, test } from "vitest";
import type { ImageRow } from "@/lib/contracts/docker-images";
import { filterImages, nameOfImage } from "./filter-images";

const row = (digit: string, fields: Partial<ImageRow>): [string, ImageRow] => {
  const id = `sha256:${digit.repeat(64)}`;
  return [digit, { id, tags: [], digests: [], size: 1, created_at: 0, used_by: [], used_count: 0, ...fields }];
};
const rows = new Map([
  row("a", { tags: ["debian:12", "debian:latest"], used_by: ["web"], used_count: 1 }),
  row("b", { tags: ["ghcr.io/x/y:1"] }),
  row("c", {}),
  row("d", { used_by: ["db"], used_count: 1 }),
]);

test.each([
  ["", "all", ["a", "b", "c", "d"]],
  ["", "used", ["a", "d"]],
  ["", "unused", ["b", "c"]],
  ["", "untagged", ["c", "d"]],
  ["DEBIAN", "all", ["a"]],
  ["web", "all", ["a"]],
  ["cccc", "all", ["c"]],
  ["sha256:b", "all", ["b"]],
  ["debian web", "unused", []],
] as const)("%j of %s: %j", (text, filter, expected) => {
  expect([...filterImages(rows, { text, filter }).keys()]).toEqual(expected);
});

test("one without a name is called by its id", () => {
  expect([...rows.values()].map(nameOfImage)).toEqual(["debian:12", "ghcr.io/x/y:1", "c".repeat(12), "d".repeat(12)]);
});

test("one that was pulled by its digest is called by that, and is not without a name", () => {
  const digest = `ghcr.io/x/y@sha256:${"1a".repeat(32)}`;
  const [, pinned] = row("e", { digests: [digest] });
  expect(nameOfImage(pinned)).toBe("ghcr.io/x/y@1a1a1a1a1a1a");
  expect(filterImages(new Map([["e", pinned]]), { text: "x/y", filter: "untagged" }).size).toBe(0);
});
