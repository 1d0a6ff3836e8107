import { expect, it } from "vitest";
import type { SpacePart } from "@/lib/contracts/space";
import type { VirtualPath } from "@/lib/shared/paths";
import { findItem, isUnseen, toTree } from "./space-tree";

const part = (place: number, name: string, rest: Partial<SpacePart> = {}): SpacePart => ({
  in: place,
  name,
  kind: "folder",
  bytes: 1,
  files: 0,
  rest: { entries: 0, bytes: 0 },
  elsewhere: false,
  ...rest,
});
const parts = [part(-1, ""), part(0, "a"), part(0, "ab"), part(1, "b"), part(3, "c.txt", { kind: "file" })];

it("finds what is where", () => {
  const top = toTree(parts, "r/x" as VirtualPath);
  if (top === null) throw new Error("no tree");
  expect(top.children.map(({ path }) => path)).toEqual(["r/x/a", "r/x/ab"]);
  expect(findItem(top, "r/x/a/b/c.txt" as VirtualPath)?.name).toBe("c.txt");
  expect(findItem(top, "r/x" as VirtualPath)).toBe(top);
  expect(findItem(top, "r/x/a/zz" as VirtualPath)).toBeNull();
});

it("knows which folder has to be looked into", () => {
  const [item] =
    toTree([part(-1, ""), part(0, "big", { rest: { entries: 3, bytes: 5 } })], "r" as VirtualPath)?.children ?? [];
  expect(item && isUnseen(item)).toBe(true);
  expect(toTree([], "r" as VirtualPath)).toBeNull();
});
