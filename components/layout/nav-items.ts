import type { RootDir } from "@/lib/contracts/setting";
import { pages } from "@/lib/client/urls";
import type { Can } from "./use-can";

export type NavIcon = "files" | "tasks" | "trash" | "shares" | "users" | "roles" | "audit" | "settings" | "place";
type NavTitle = "administration" | "places";
type NavLabel = "files" | "tasks" | "trash" | "shares" | "users" | "roles" | "audit" | "settings";
type NavItem = { href: string; icon: NavIcon } & (
  | { label: NavLabel }
  | { text: string; place: RootDir["index"]; id: RootDir["id"] }
);
export type NavGroup = { title: NavTitle | null; items: readonly NavItem[] };

/** Each opens a part of the settings. */
const settingsRights = [
  "sys_protection_dir",
  "dir_upload_max_num",
  "recycle_file_save",
  "search_index",
  "webdav_setting",
] as const;

/**
 * The navigation of a user: only what exists and what the role may see. The places are the way to the files; a single one
 * needs no title, and without any the page itself says why. `null`: the places are not known yet.
 */
export function navGroupsFor(can: Can, roots: readonly RootDir[] | null): readonly NavGroup[] {
  const files: NavItem = { href: pages.files(), icon: "files", label: "files" };
  // What is below the places comes with them, so that nothing moves away under the pointer.
  if (roots === null) return [{ title: null, items: [files] }];
  const administration: NavItem[] = [
    ...(can("user_manage") ? [{ href: pages.users(), icon: "users", label: "users" } as const] : []),
    ...(can("role_manage") ? [{ href: pages.roles(), icon: "roles", label: "roles" } as const] : []),
    ...(can("audit_read") ? [{ href: pages.audit(), icon: "audit", label: "audit" } as const] : []),
    ...(settingsRights.some(can) ? [{ href: pages.settings(), icon: "settings", label: "settings" } as const] : []),
  ];
  const places = (can("file_read") ? roots : []).map(({ id, note, index }): NavItem => ({
    href: pages.files(id),
    icon: "place",
    text: note,
    place: index,
    id,
  }));
  const groups: NavGroup[] = [
    { title: places.length > 1 ? "places" : null, items: places.length === 0 ? [files] : places },
    {
      title: null,
      items: [
        ...(can("file_share") ? [{ href: pages.shares(), icon: "shares", label: "shares" } as const] : []),
        ...(can("filecat_file_delete_cut_rename")
          ? [{ href: pages.trash(), icon: "trash", label: "trash" } as const]
          : []),
        ...(can("file_read") ? [{ href: pages.tasks(), icon: "tasks", label: "tasks" } as const] : []),
      ],
    },
    { title: "administration", items: administration },
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
