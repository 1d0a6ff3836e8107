import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import { currentHref, navGroupsFor } from "./nav-items";

const holding =
  (...held: Permission[]) =>
  (permission: Permission) =>
    held.includes(permission);
const roots = [{ index: 0, id: "r1", note: "media", writable: true }];

describe("navGroupsFor", () => {
  it("has no administration for who administers nothing", () => {
    expect(navGroupsFor(holding("file_read"), roots).map(({ title }) => title)).toEqual([null, "places"]);
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
    ["/browse", "/browse"],
    ["/browse/r1/a/b", "/browse/r1"],
    ["/browse/r10", "/browse"],
    ["/account", null],
  ])("%s is %s", (pathname, expected) => {
    expect(currentHref(groups, pathname)).toBe(expected);
  });
});
