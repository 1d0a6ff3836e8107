import { IconFolder, type TablerIcon } from "@tabler/icons-react";
import { pages } from "@/lib/client/urls";
import type { RootDir } from "@/lib/contracts/setting";
import type { NavItem } from "./nav-item";
import type { Can } from "./use-can";

type NavTitle = "administration" | "places" | "system";
export type NavLink = { href: string } & (
  | { label: NavItem["label"]; icon: TablerIcon }
  | { text: string; place: RootDir["index"]; id: RootDir["id"]; kind: "disk" | "host" | "container" }
);
export type NavGroup = { title: NavTitle | null; items: readonly NavLink[] };

/**
 * The navigation of a user: only what exists and what the role may see. The places are the way to the files; a single one
 * needs no title, and without any the page itself says why. `null`: the places are not known yet.
 */
export function navGroupsFor(
  can: Can,
  roots: readonly RootDir[] | null,
  items: readonly NavItem[],
): readonly NavGroup[] {
  const files: NavLink = { href: pages.files(), icon: IconFolder, label: "files" };
  // What is below the places comes with them, so that nothing moves away under the pointer.
  if (roots === null) return [{ title: null, items: [files] }];
  const itemsOf = (wanted: NavItem["group"]) =>
    items.filter(({ group, isShown }) => group === wanted && isShown(can)).sort((a, b) => a.order - b.order);
  const places = (can("file_read") ? roots : []).map(({ id, note, index, remote, container }): NavLink => ({
    href: pages.files(id),
    text: note,
    place: index,
    id,
    kind: container !== null ? "container" : remote ? "host" : "disk",
  }));
  const groups: NavGroup[] = [
    { title: places.length > 1 ? "places" : null, items: places.length === 0 ? [files] : places },
    { title: null, items: itemsOf("own") },
    { title: "system", items: itemsOf("system") },
    { title: "administration", items: itemsOf("administration") },
  ];
  return groups.filter((group) => group.items.length > 0);
}

/** The address of the item that the page belongs to: the longest one that the path is or lies under. */
export function currentHref(groups: readonly NavGroup[], pathname: string): string | null {
  return groups
    .flatMap(({ items }) => items.map(({ href }) => href))
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .reduce<string | null>((longest, href) => (href.length > (longest?.length ?? 0) ? href : longest), null);
}
