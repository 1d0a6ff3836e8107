import { expect, it } from "vitest";
import { chooseBy, keepOnly, mayChoose, toggleFile, withoutFiles } from "./choose-files";

const group = { size: 5, files: [3, 1, 2, 1].map((mtime, index) => ({ path: `r/${index}`, mtime })) };
const other = { size: 1, files: ["r/x", "r/y"].map((path) => ({ path, mtime: 9 })) };
const sorted = (chosen: ReadonlySet<string>) => [...chosen].sort();

it("keeps one of each group", () => {
  expect(sorted(chooseBy("allButNewest", [group, other]))).toEqual(["r/1", "r/2", "r/3", "r/y"]);
  expect(sorted(chooseBy("allButOldest", [group, other]))).toEqual(["r/0", "r/2", "r/3", "r/y"]);
  expect(sorted(keepOnly("r/2", group, new Set(["r/2", "r/y"])))).toEqual(["r/0", "r/1", "r/3", "r/y"]);
});

it("never lets the last one go", () => {
  let chosen: ReadonlySet<string> = new Set(["r/y"]);
  expect(mayChoose("r/x", other, chosen)).toBe(false);
  expect(toggleFile("r/x", other, chosen)).toBe(chosen);
  chosen = toggleFile("r/y", other, chosen);
  expect(sorted(toggleFile("r/x", other, chosen))).toEqual(["r/x"]);
});

it("forgets a group of which one is left", () => {
  expect(withoutFiles([group, other], new Set(["r/x", "r/0"]))).toEqual([{ size: 5, files: group.files.slice(1) }]);
});
