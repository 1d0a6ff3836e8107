import { expect, test } from "vitest";
import type { NavItem } from "@/lib/contracts/navindex";
import {
  addItem,
  countLinks,
  findLinks,
  folderIdOf,
  foldersOf,
  moveInto,
  removeItem,
  replaceItem,
  stepItem,
  takePlace,
} from "./board-tree";
import { readBoardFile, writeBoardFile } from "./board-file";

const link = (id: string): NavItem => ({
  id,
  kind: "link",
  title: `Title ${id}`,
  url: `http://${id}.lan/`,
  icon: null,
  color: "blue",
});
const folder = (id: string, ...items: NavItem[]): NavItem => ({ id, kind: "folder", title: id, color: "gray", items });
const board = [link("a"), folder("f", link("b"), folder("g", link("c"))), link("d"), folder("h")];
/** Ids, folders with what is in them. */
const said = (items: readonly NavItem[]): string =>
  items.map((item) => (item.kind === "link" ? item.id : `${item.id}(${said(item.items)})`)).join(" ");

test("links and folders are found wherever they are", () => {
  expect(countLinks(board)).toBe(4);
  expect(foldersOf(board).map(({ folder: { id }, depth }) => `${id}${depth}`)).toEqual(["f1", "g2", "h1"]);
  expect(findLinks(board, "C.lan").map(({ id }) => id)).toEqual(["c"]);
  expect([folderIdOf(board, "c"), folderIdOf(board, "a")]).toEqual(["g", null]);
});

test.each([
  ["added", () => addItem(board, "g", link("x")), "a f(b g(c x)) d h()"],
  ["added at the top", () => addItem(board, null, link("x")), "a f(b g(c)) d h() x"],
  ["removed", () => removeItem(board, "g"), "a f(b) d h()"],
  ["one step later, among links", () => stepItem(board, "a", 1), "d f(b g(c)) a h()"],
  ["one step later, among folders", () => stepItem(board, "f", 1), "a h() d f(b g(c))"],
  ["in the place of another", () => takePlace(board, "d", "b"), "a f(d b g(c)) h()"],
  ["into a folder", () => moveInto(board, "a", "h"), "f(b g(c)) d h(a)"],
  ["out of all folders", () => moveInto(board, "c", null), "a f(b g()) d h() c"],
  ["not into itself", () => moveInto(board, "f", "g"), "a f(b g(c)) d h()"],
  ["nor beside what is in it", () => takePlace(board, "f", "c"), "a f(b g(c)) d h()"],
  ["changed, with what is in it", () => replaceItem(board, folder("f")), "a f(b g(c)) d h()"],
])("%s", (_, change, expected) => {
  expect(said(change() ?? [])).toBe(expected);
});

test("there is no step beyond the first and the last", () => {
  expect([stepItem(board, "a", -1), stepItem(board, "d", 1), stepItem(board, "c", 1)]).toEqual([null, null, null]);
});

test("a board goes out and comes back as another, and nothing else comes in", () => {
  const read = readBoardFile(writeBoardFile(board));
  expect(said(read ?? []).replaceAll(/\w+(?=\()|\w+/g, "_")).toBe(said(board).replaceAll(/\w+(?=\()|\w+/g, "_"));
  expect(foldersOf(read ?? []).map(({ folder: { title } }) => title)).toEqual(["f", "g", "h"]);
  expect(read?.[0]?.id).not.toBe("a");
  const strange = (items: unknown) => readBoardFile(JSON.stringify({ filedeck: "start-page", items }));
  expect(readBoardFile("not json")).toBeNull();
  expect(readBoardFile("{}")).toBeNull();
  expect(strange([{ kind: "link", title: "x", url: "javascript:alert(1)" }])).toBeNull();
  expect(strange([{ kind: "link", title: "x", url: "http://x/", icon: "evil", color: "evil" }])).toMatchObject([
    { icon: null, color: "gray" },
  ]);
});
