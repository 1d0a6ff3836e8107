"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { menuStore } from "./menu-store";

const MenuSurface = lazy(() => import("./menu-surface"));

/** Shows the open menu. One per page. */
export function MenuHost() {
  const menu = useStore(menuStore);
  if (menu === null) return null;
  return (
    <Suspense>
      <MenuSurface key={menu.id} menu={menu} />
    </Suspense>
  );
}
