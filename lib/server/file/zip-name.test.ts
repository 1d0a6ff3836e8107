import { expect, test } from "vitest";
import type { VirtualPath } from "@/lib/shared/paths";
import { zipName } from "./zip-name";

test.each<[string[], string]>([
  [["files/docs"], "docs.zip"],
  [["files/a.txt"], "a.txt.zip"],
  [["files"], "Files & _more.zip"],
  [["files/docs/a.txt", "files/docs/b.txt"], "docs-2-entries.zip"],
  [["files/docs/東京", "files/docs/b", "files/docs/c"], "docs-3-entries.zip"],
  [["files/a", "files/b"], "Files & _more-2-entries.zip"],
  [["files/docs/deep/a", "files/docs/b"], "docs-2-entries.zip"],
  [["files/docs/a", "files/docs-old/b"], "Files & _more-2-entries.zip"],
  [["files/a", "media/b"], "Harbour_files-2-entries.zip"],
])("a zip of %j is %s", (files, name) => {
  // Paths as the contract has parsed them.
  expect(zipName(files as VirtualPath[], { titleOf: () => "Files & /more", ownName: "Harbour/files" })).toBe(name);
});
