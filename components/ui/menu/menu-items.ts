import type { ReactNode } from "react";

export type MenuAction = {
  id: string;
  label: string;
  icon?: ReactNode;
  /** As shown, for instance "F2". */
  shortcut?: string;
  danger?: boolean;
  /** Why it cannot be chosen now, in words; null or absent: it can. */
  disabledReason?: string | null;
  /** For a choice among several: says and shows whether this one is set. */
  checked?: boolean;
  onSelect: () => void;
};
type MenuDivider = { id: string; divider: true };
export type MenuItem = MenuAction | MenuDivider;

export function isAction(item: MenuItem): item is MenuAction {
  return !("divider" in item);
}

/** The next item that begins with the typed letters, after the current one and around the end; -1: none. */
export function findByPrefix(labels: readonly string[], prefix: string, current: number): number {
  const wanted = prefix.toLocaleLowerCase();
  // A longer prefix may stay where it is; a single letter goes on to the next.
  const first = prefix.length > 1 ? current : current + 1;
  for (let step = 0; step < labels.length; step++) {
    const index = (Math.max(0, first) + step) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}

type Box = { width: number; height: number };
export type MenuAnchor = { left: number; right: number; top: number; bottom: number };

/** Where the menu's corner goes: under the anchor, else above it, always inside the window. */
export function placeMenu({
  anchor,
  menu,
  viewport,
  isRtl,
}: {
  anchor: MenuAnchor;
  menu: Box;
  viewport: Box;
  isRtl: boolean;
}) {
  const edge = 8;
  const fitsBelow = anchor.bottom + menu.height + edge <= viewport.height;
  const above = anchor.top - menu.height;
  const top = fitsBelow ? anchor.bottom : above >= edge ? above : viewport.height - menu.height - edge;
  const preferred = isRtl ? anchor.right - menu.width : anchor.left;
  const left = Math.min(preferred, viewport.width - menu.width - edge);
  return { left: Math.max(edge, left), top: Math.max(edge, top) };
}
