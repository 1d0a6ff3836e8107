import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import { currentHref, navGroupsFor } from "./nav-items";

const holding =
  (...held: Permission[]) =>
  (permission: Permission) =>
    held.includes(permission);
const roots = [
  { index: 0, id: "r1", note: "media", writable: true },
  { index: 1, id: "r2", note: "Files", writable: true },
];
const first = (groups: ReturnType<typeof navGroupsFor>) =>
  groups[0]?.items.map((item) => ("text" in item ? item.text : item.href));

describe("navGroupsFor", () => {
  it("begins with the places, and has no administration for who administers nothing", () => {
    const groups = navGroupsFor(holding("file_read"), roots);
    expect(groups.map(({ title }) => title)).toEqual(["places", null]);
    expect(first(groups)).toEqual(["media", "Files"]);
  });
  it("has a single place once, without a title above it", () => {
    const groups = navGroupsFor(holding("file_read", "audit_read"), roots.slice(1));
    expect(groups.map(({ title }) => title)).toEqual([null, null, "administration"]);
    expect(first(groups)).toEqual(["Files"]);
  });
  it("leads to the file page, which says why, while there is no place", () => {
    expect(first(navGroupsFor(holding("file_read"), []))).toEqual(["/browse"]);
    expect(navGroupsFor(() => true, null).map(({ items }) => items.length)).toEqual([1]);
  });
  it("has only the parts that the role may see", () => {
    const groups = navGroupsFor(holding("audit_read", "role_manage"), []);
    expect(groups.at(1)?.items.map(({ href }) => href)).toEqual(["/users/roles", "/audit"]);
  });
});

describe("currentHref", () => {
  const groups = navGroupsFor(() => true, roots);
  it.each([
    ["/users", "/users"],
    ["/users/roles", "/users/roles"],
    ["/browse", null],
    ["/browse/r1/a/b", "/browse/r1"],
    ["/browse/r10", null],
    ["/account", null],
  ])("%s is %s", (pathname, expected) => {
    expect(currentHref(groups, pathname)).toBe(expected);
  });
});
