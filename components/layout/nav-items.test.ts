import { describe, expect, it } from "vitest";
import type { Permission } from "@/lib/shared/permissions";
import type { RootDir } from "@/lib/contracts/setting";
import { consoleFeatures } from "@/components/features";
import { currentHref, navGroupsFor } from "./nav-items";
import type { Can } from "./use-can";

const items = consoleFeatures.flatMap(({ nav = [] }) =>
  nav.map((item) => ({ ...item, isShown: (can: Can) => item.isShown(can, consoleFeatures) })),
);
const groupsFor = (can: Can, roots: readonly RootDir[] | null) => navGroupsFor(can, roots, items);

const holding =
  (...held: Permission[]) =>
  (permission: Permission) =>
    held.includes(permission);
const roots = [
  { index: 0, id: "r1", start: "r1", note: "media", writable: true, remote: false, container: null },
  { index: 1, id: "r2", start: "r2/home", note: "Files", writable: true, remote: false, container: null },
];
const first = (groups: ReturnType<typeof navGroupsFor>) =>
  groups[0]?.items.map((item) => ("text" in item ? item.text : item.href));

describe("navGroupsFor", () => {
  it("begins with the places, and has no administration for who administers nothing", () => {
    const groups = groupsFor(holding("file_read"), roots);
    expect(groups.map(({ title }) => title)).toEqual(["places", null]);
    expect(first(groups)).toEqual(["media", "Files"]);
  });
  it("has a single place once, without a title above it", () => {
    const groups = groupsFor(holding("file_read", "audit_read"), roots.slice(1));
    expect(groups.map(({ title }) => title)).toEqual([null, null, "administration"]);
    expect(first(groups)).toEqual(["Files"]);
  });
  it("leads to the file page, which says why, while there is no place", () => {
    expect(first(groupsFor(holding("file_read"), []))).toEqual(["/browse"]);
    expect(groupsFor(() => true, null).map(({ items }) => items.length)).toEqual([1]);
  });
  it("has the pages of all features in their order", () => {
    expect(groupsFor(() => true, roots).map((group) => group.items.map(({ href }) => href))).toEqual([
      ["/browse/r1", "/browse/r2"],
      ["/start", "/shares", "/trash", "/tasks", "/terminal", "/ssh", "/keys", "/toolbox"],
      ["/system", "/system/alerts", "/disks", "/processes", "/containers", "/services"],
      ["/users", "/users/roles", "/audit", "/about", "/settings"],
    ]);
  });
  it("has the settings for who may change any of them", () => {
    const settings = (permission: Permission) =>
      groupsFor(holding(permission), []).some((group) => group.items.some(({ href }) => href === "/settings"));
    for (const permission of ["recycle_file_save", "dir_upload_max_num", "search_index", "webdav_setting"] as const)
      expect(settings(permission)).toBe(true);
    expect(settings("sys_protection_dir")).toBe(true);
    expect(settings("audit_read")).toBe(false);
  });
  it("has only the parts that the role may see", () => {
    const groups = groupsFor(holding("audit_read", "role_manage"), []);
    expect(groups.at(-1)?.items.map(({ href }) => href)).toEqual(["/users/roles", "/audit"]);
  });
});

describe("currentHref", () => {
  const groups = groupsFor(() => true, roots);
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
