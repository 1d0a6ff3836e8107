import { expect, test } from "vitest";
import type { FileEntry } from "@/lib/contracts/file";
import { countRows, countsKeyOf } from "./count-rows";

const entry = (kind: FileEntry["kind"], size: number, link?: FileEntry["link"]): FileEntry => ({
  name: "x",
  kind,
  size,
  mtime: 0,
  mode: 0,
  ...(link === undefined ? {} : { link }),
});

test.each([
  [2, 3, "counts"],
  [2, 0, "folders"],
  [0, 3, "files"],
  [0, 0, "none"],
] as const)("of %i folders and %i files the sentence is %s", (folders, files, key) => {
  expect(countsKeyOf({ folders, files })).toBe(key);
});

test("counts what leads to a folder as one, and the sizes of files alone", () => {
  expect(
    countRows([
      entry("folder", 4096),
      entry("link", 12, { text: "there", leadsTo: "folder" }),
      entry("link", 20, { text: "file", leadsTo: "file" }),
      entry("file", 100),
    ]),
  ).toEqual({ folders: 2, files: 2, sizeBytes: 120 });
  expect(countRows([])).toEqual({ folders: 0, files: 0, sizeBytes: 0 });
});
