import { describe, expect, it } from "vitest";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { foldersAbove, moveForKey, treeRows } from "./folder-rows";

const path = (text: string) => text as VirtualPath;
const names = (...list: string[]) => list as EntryName[];
const places = [
  { path: path("files"), note: "Files" },
  { path: path("media"), note: "Media" },
];
const below = new Map([
  [path("files"), names("a", "b")],
  [path("files/a"), names()],
]);
const rows = treeRows(places, new Set([path("files"), path("files/a")]), below);

it("shows what is in open folders, and which have nothing to open", () => {
  expect(rows.map(({ path: at, level, isOpen }) => [at, level, isOpen])).toEqual([
    ["files", 1, true],
    ["files/a", 2, null],
    ["files/b", 2, false],
    ["media", 1, false],
  ]);
});

it("tells what could not be read from what holds no folders", () => {
  const read = new Map([...below, [path("files/b"), null]] as const);
  const open = new Set([path("files"), path("files/a"), path("files/b")]);
  expect(treeRows(places, open, read).map(({ isOpen, isUnread = false }) => [isOpen, isUnread])).toEqual([
    [true, false],
    [null, false],
    [true, true],
    [false, false],
  ]);
});

it("knows what must be open for a folder to show", () => {
  expect(foldersAbove(path("files/a/b"))).toEqual(["files", "files/a"]);
});

describe("keys", () => {
  it.each([
    ["ArrowDown", "files", { choose: "files/a" }],
    ["ArrowDown", "media", { choose: "media" }],
    ["ArrowDown", null, { choose: "files" }],
    ["ArrowUp", "files/a", { choose: "files" }],
    ["Home", "media", { choose: "files" }],
    ["End", "files", { choose: "media" }],
    ["ArrowRight", "files", { choose: "files/a" }],
    ["ArrowRight", "files/b", { open: "files/b" }],
    ["ArrowRight", "files/a", null],
    ["ArrowLeft", "files", { close: "files" }],
    ["ArrowLeft", "files/b", { choose: "files" }],
    ["ArrowLeft", "media", null],
    ["x", "files", null],
  ])("%s on %s", (key, chosen, move) => {
    expect(moveForKey(key, rows, chosen === null ? null : path(chosen))).toEqual(move);
  });

  it("turn with the page", () => {
    expect(moveForKey("ArrowLeft", rows, path("files/b"), "ArrowLeft")).toEqual({ open: "files/b" });
  });
});
