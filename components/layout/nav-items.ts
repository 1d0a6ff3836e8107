import type { RootDir } from "@/lib/contracts/setting";
import { pages } from "@/lib/client/urls";
import type { Can } from "./use-can";

export type NavIcon = "files" | "users" | "roles" | "audit" | "settings" | "place";
type NavTitle = "administration" | "places";
type NavLabel = "files" | "users" | "roles" | "audit" | "settings";
type NavItem = { href: string; icon: NavIcon } & ({ label: NavLabel } | { text: string });
export type NavGroup = { title: NavTitle | null; items: readonly NavItem[] };

/** The navigation of a user: only what exists and what the role may see. */
export function navGroupsFor(can: Can, roots: readonly RootDir[]): readonly NavGroup[] {
  const administration: NavItem[] = [
    ...(can("user_manage") ? [{ href: pages.users(), icon: "users", label: "users" } as const] : []),
    ...(can("role_manage") ? [{ href: pages.roles(), icon: "roles", label: "roles" } as const] : []),
    ...(can("audit_read") ? [{ href: pages.audit(), icon: "audit", label: "audit" } as const] : []),
    ...(can("sys_protection_dir") ? [{ href: pages.settings(), icon: "settings", label: "settings" } as const] : []),
  ];
  const places = can("file_read")
    ? roots.map(({ id, note }) => ({ href: pages.files(id), icon: "place", text: note }) as const)
    : [];
  const groups: NavGroup[] = [
    { title: null, items: [{ href: pages.files(), icon: "files", label: "files" }] },
    { title: "administration", items: administration },
    { title: "places", items: places },
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** The address of the item that the page belongs to: the longest one that the path is or lies under. */
export function currentHref(groups: readonly NavGroup[], pathname: string): string | null {
  return groups
    .flatMap(({ items }) => items.map(({ href }) => href))
    .filter((href) => pathname === href || pathname.startsWith(`${href}/`))
    .reduce<string | null>((longest, href) => (href.length > (longest?.length ?? 0) ? href : longest), null);
}
