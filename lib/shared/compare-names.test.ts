import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { compareNames, sortByName } from "./compare-names";

test("names are in the order in which people read them", () => {
  const names = ["n10", "n2", "n1", "Web", "app", "n02", "Äpfel", "web"];
  expect(names.toSorted(compareNames)).toEqual(["Äpfel", "app", "n1", "n02", "n2", "n10", "web", "Web"]);
  expect(sortByName([{ id: "b10" }, { id: "b9" }], ({ id }) => id)).toEqual([{ id: "b9" }, { id: "b10" }]);
  // The same whichever of two that look alike comes first.
  for (const [one, other] of [
    ["n02", "n2"],
    ["é", "e\u0301"],
  ] as const) {
    expect(compareNames(one, other)).not.toBe(0);
    expect(compareNames(one, other)).toBe(-compareNames(other, one));
  }
});

const root = path.join(import.meta.dirname, "../..");
const sources = ["components", "lib", "app"]
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|-fixture\.ts$|\/generated\/|\/conformance\//.test(file));

/** Files with a place of which it is true, without those that have a reason. */
function filesWith(pattern: RegExp, reasons: Readonly<Record<string, string>>): string[] {
  const found = sources.filter((file) => pattern.test(readFileSync(path.join(root, file), "utf8")));
  // A reason that is no longer needed is to go.
  expect(Object.keys(reasons).filter((file) => !found.includes(file))).toEqual([]);
  return found.filter((file) => reasons[file] === undefined);
}

test("nothing else compares names for people", () => {
  const others = filesWith(/\.localeCompare\(|new Intl\.Collator/, {
    "lib/shared/compare-names.ts": "this is it",
    "components/domain/entry/natural-compare.ts": "the file list: by the user's language, and fast for 100,000 names",
    "lib/server/entries/sort-entries.ts": "the API's order of entries, which no locale of a server may change",
    "components/table/table-data.ts": "cells of a table, which are no names, in a thread",
    "lib/shared/versions-of-releases.ts": "versions, not names",
    "lib/server/group/define-setting.ts": "the same order in each export, whatever the server's language",
    "lib/server/setting/transfer-settings.ts": "the same order in each export, whatever the server's language",
  });
  expect(others).toEqual([]);
});

test("nothing on the screen is in the order of its bytes", () => {
  const others = filesWith(/\.(?:sort|toSorted)\(\)/, {}).filter((file) => !file.startsWith("lib/"));
  // A key of a query: for nobody's eyes.
  expect(others).toEqual(["components/user/grants/use-folders.ts"]);
});

test("what the database lists by name is put in this order", () => {
  const byName = filesWith(/orderBy: [^\n]*\b(?:name|username|title|note|host|address): "asc"/, {});
  const sorted = byName.filter((file) => /sortByName|compareNames/.test(readFileSync(path.join(root, file), "utf8")));
  expect(byName).toEqual(sorted);
});
