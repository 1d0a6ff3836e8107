"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import { closeMenu, menuStore } from "./menu-store";

const MenuSurface = lazyDialog(() => import("./menu-surface"));

/** Shows the open menu. One per page. */
export function MenuHost() {
  const menu = useStore(menuStore);
  if (menu === null) return null;
  return <MenuSurface key={menu.id} menu={menu} onClose={closeMenu} />;
}
