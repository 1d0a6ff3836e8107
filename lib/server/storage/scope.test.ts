import { describe, expect, test } from "vitest";
import { accessOf, changesBelow, holdsRestricted, normalizePlace, type Scope } from "./scope";

const scope = (access: string[], readOnly: string[] = [], deny: string[] = []): Scope => ({
  accessDirs: access,
  readOnlyDirs: readOnly,
  denyDirs: deny,
});

describe("accessOf", () => {
  test.each([
    ["no limits", "/etc/shadow", null, "write"],
    ["no scope at all", "/srv", [], "none"],
    ["an empty scope", "/srv", [scope([])], "none"],
    ["the folder itself", "/srv/a", [scope(["/srv/a"])], "write"],
    ["below it", "/srv/a/b/c", [scope(["/srv/a"])], "write"],
    ["a sibling with the same beginning", "/srv/ab", [scope(["/srv/a"])], "none"],
    ["an ancestor", "/srv", [scope(["/srv/a"])], "ancestor"],
    ["the root as ancestor", "/", [scope(["/srv/a"])], "ancestor"],
    ["read-only beats access", "/srv/a/ro/x", [scope(["/srv/a"], ["/srv/a/ro"])], "read"],
    ["read-only around access", "/srv/a/x", [scope(["/srv/a"], ["/srv"])], "read"],
    ["deny beats read-only", "/srv/a/x", [scope([], ["/srv/a"], ["/srv/a/x"])], "none"],
    ["deny beats a deeper access", "/srv/a/x/y", [scope(["/srv/a/x/y"], [], ["/srv/a/x"])], "none"],
    ["nothing allowed below an ancestor", "/srv", [scope(["/srv/a/x"], [], ["/srv/a"])], "none"],
    ["the stricter of two", "/srv/a", [scope(["/srv"]), scope([], ["/srv/a"])], "read"],
    ["denied in one of two", "/srv/a", [scope(["/srv"]), scope(["/srv"], [], ["/srv/a"])], "none"],
    ["two that share nothing", "/srv", [scope(["/srv/a"]), scope(["/srv/b"])], "none"],
    ["two that share a deeper folder", "/srv", [scope(["/srv/a"]), scope(["/srv/a/b"])], "ancestor"],
    ["trailing slashes and dots in a scope", "/srv/a/x", [scope(["/srv/./b/../a//"])], "write"],
    ["a relative scope allows nothing", "/srv", [scope(["srv", ""])], "none"],
    ["everything", "/any", [scope(["/"])], "write"],
  ] as const)("%s", (_name, path, scopes, expected) => {
    expect(accessOf(path, scopes)).toBe(expected);
  });
});

test.each([
  ["/srv", [scope(["/srv"], [], ["/srv/a/secret"])], true],
  ["/srv/a", [scope(["/srv"], ["/srv/a/ro"])], true],
  ["/srv/b", [scope(["/srv"], ["/srv/a/ro"])], false],
  ["/srv/a/ro", [scope(["/srv"], ["/srv/a/ro"])], false],
  ["/srv", null, false],
] as const)("holdsRestricted %s", (path, scopes, expected) => {
  expect(holdsRestricted(path, scopes)).toBe(expected);
});

test.each([
  ["/", "/"],
  ["/a/", "/a"],
  ["/a/../b", "/b"],
  ["a", null],
  ["", null],
])("normalizePlace %s", (path, expected) => {
  expect(normalizePlace(path)).toBe(expected);
});

test("changesBelow finds the folders at which what is allowed changes, and no others", () => {
  const role = scope(["/srv"], ["/srv/fixed", "/srv/fixed/again"], ["/srv/secret", "/srv/secret/deep", "/other"]);
  expect(changesBelow("/srv", { scopes: [role], most: "write" })).toEqual([
    { path: "/srv/fixed", access: "read" },
    { path: "/srv/secret", access: "none" },
  ]);
  expect(changesBelow("/srv", { scopes: [role, scope(["/srv/team"])], most: "write" })).toEqual([
    { path: "/srv/team", access: "write" },
  ]);
  expect(changesBelow("/srv", { scopes: [scope([], ["/srv/a"])], most: "write" })).toEqual([
    { path: "/srv/a", access: "read" },
  ]);
  expect(changesBelow("/srv", { scopes: null, most: "write" })).toEqual([]);
  expect(changesBelow("/srv", { scopes: [role], most: "read" })).toEqual([{ path: "/srv/secret", access: "none" }]);
});
