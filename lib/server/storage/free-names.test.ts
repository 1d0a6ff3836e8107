import { expect, test } from "vitest";
import { nameByteLength, type EntryName } from "@/lib/shared/paths";
import { freeNames } from "./free-names";

function second(name: string): string | undefined {
  const names = freeNames(name as EntryName); // a literal of this test
  names.next();
  return names.next().value ?? undefined;
}

test.each([
  ["a.txt", "a (2).txt"],
  ["a", "a (2)"],
  [".bashrc", ".bashrc (2)"],
  ["a.tar.gz", "a (2).tar.gz"],
  ["v1.a sentence that is no extension", "v1.a sentence that is no extension (2)"],
  ["bad\udcff.txt", "bad\udcff (2).txt"],
])("%s → %s", (name, expected) => {
  expect(second(name)).toBe(expected);
});

test("a name of 255 bytes is cut at a character", () => {
  const name = second(`${"ü".repeat(125)}x.txt`) ?? "";
  expect(nameByteLength(name)).toBeLessThanOrEqual(255);
  expect(name).toMatch(/^ü+ \(2\)\.txt$/);
});
