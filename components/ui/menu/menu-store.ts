import { createStore } from "@/lib/shared/store";
import type { MenuAnchor, MenuItem } from "./menu-items";

export type OpenMenu = {
  id: number;
  anchor: MenuAnchor;
  items: readonly MenuItem[];
  label: string;
  /** Gets the focus back when the menu closes. */
  opener: HTMLElement | null;
  /** What opened it: a second press on it closes the menu instead of opening it again. */
  owner: string | null;
};

/** One menu at a time on the page. */
export const menuStore = createStore<OpenMenu | null>(null);
let lastId = 0;

type Request = Omit<OpenMenu, "id" | "opener" | "owner" | "label"> & { label?: string; owner?: string | null };

export function openMenu({ label = "", owner = null, ...request }: Request): void {
  if (!request.items.some((item) => !("divider" in item))) return;
  const opener = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  menuStore.set((current) => ({ ...request, label, owner, opener: current?.opener ?? opener, id: ++lastId }));
}

/** A menu at a point of the window, for the `contextmenu` event; a bottom sheet on mobile. */
export function openContextMenu({
  x,
  y,
  items,
  label,
}: {
  x: number;
  y: number;
  items: readonly MenuItem[];
  label?: string;
}): void {
  openMenu({ anchor: { left: x, right: x, top: y, bottom: y }, items, ...(label === undefined ? {} : { label }) });
}

export function closeMenu({ returnFocus = true } = {}): void {
  const menu = menuStore.get();
  if (menu === null) return;
  menuStore.set(null);
  if (returnFocus && menu.opener?.isConnected) menu.opener.focus({ preventScroll: true });
}
