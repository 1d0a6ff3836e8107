import { describe, expect, test } from "vitest";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import { makeNaturalCompare } from "./natural-compare";
import { filterRows, orderAfterClick, sortRows, sortedColumn, type SortOrder } from "./sort-rows";

const file = (name: string, size = 0, mtime = 0): FileEntry => ({ name, kind: "file", size, mtime, mode: 0o644 });
const folder = (name: string, mtime = 0): FileEntry => ({ name, kind: "folder", size: 4096, mtime, mode: 0o755 });
const listing: FolderListing = {
  folders: [folder("z", 1), folder("a", 3)],
  files: [file("b10", 5, 3), file("b2", 9, 1), file(".env", 1, 2)],
  writable: true,
  cursor: null,
  stamp: 1,
};
const compare = makeNaturalCompare("en");

describe("sorting", () => {
  test.each<[SortOrder, string]>([
    ["", "z a b10 b2 .env"],
    ["name", "a z .env b2 b10"],
    ["name_z_a", "z a b10 b2 .env"],
    ["time_minx_max", "z a b2 .env b10"],
    ["time_max_min", "a z b10 .env b2"],
    ["size_min_max", "a z .env b10 b2"],
    ["size_max_min", "a z b2 b10 .env"],
  ])("order %j", (order, names) => {
    const rows = sortRows(listing, order, compare);
    expect(rows.map((row) => row.name).join(" ")).toBe(names);
  });

  test("100,000 names are sorted as well", () => {
    const files = Array.from({ length: 100_000 }, (_, index) => file(`file-${(index * 7919) % 100_000}.txt`, index));
    const big = { ...listing, folders: [], files };
    sortRows({ ...big, files: files.slice(0, 5000) }, "name", compare);
    const rows = sortRows(big, "name", compare);
    expect(rows[99_999]?.name).toBe("file-99999.txt");
  });
});

describe("filtering", () => {
  const rows = sortRows(listing, "name", compare);

  test("every word must occur, in any case", () => {
    expect(filterRows(rows, { text: "B 1", showHidden: true }).map((row) => row.name)).toEqual(["b10"]);
  });

  test("hidden entries follow the switch", () => {
    expect(filterRows(rows, { text: "", showHidden: false }).some((row) => row.name === ".env")).toBe(false);
    expect(filterRows(rows, { text: " ", showHidden: true })).toBe(rows);
  });
});

test("column headers turn their own order round", () => {
  expect(orderAfterClick("name", "")).toBe("name");
  expect(orderAfterClick("name", "name")).toBe("name_z_a");
  expect(orderAfterClick("size", "name")).toBe("size_max_min");
  expect(orderAfterClick("mtime", "time_max_min")).toBe("time_minx_max");
  expect(sortedColumn("size_min_max")).toEqual({ column: "size", direction: "ascending" });
  expect(sortedColumn("")).toBeNull();
});
