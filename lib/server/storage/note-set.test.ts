import { expect, test } from "vitest";
import { createNoteSet, keyIn, keyOf, maxSetBytes, readNoteSet } from "./note-set";

test("knows what was noted by path and stamp, and nothing without a stamp", async () => {
  const set = createNoteSet();
  set.note(keyOf("r/a/b"), "one");
  set.note(keyOf("r/a/c"), null);
  const known = await readNoteSet(set.digests() ?? new Uint8Array());
  expect(known.has(keyIn(keyOf("r/a"), "b"), "one")).toBe(true);
  expect(known.has(keyOf("r/a/b"), "other")).toBe(false);
  expect(known.has(keyOf("r/a/c"), null)).toBe(false);
  // Names that differ in a byte which is no UTF-8.
  expect(keyOf("r/\uDCE9")).not.toEqual(keyOf("r/\uDCE8"));
});

test("gives nothing rather than a part of too many", () => {
  const set = createNoteSet();
  const key = keyOf("r");
  for (let count = 0; count < maxSetBytes / 8; count++) set.note(key, `${count}`);
  expect(set.digests()).toHaveLength(maxSetBytes);
  set.note(key, "one more");
  expect(set.digests()).toBeNull();
});
