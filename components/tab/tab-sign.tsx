"use client";

import { IconFile, IconSearch } from "@tabler/icons-react";
import { use } from "react";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { NavItemsContext } from "@/components/layout/nav-item";
import type { TabLabel } from "./tab-label";

/** The icon of what a tab shows. */
export function TabSign({ sign }: { sign: TabLabel["sign"] }) {
  const items = use(NavItemsContext);
  if (sign.type === "folder") return <EntryIcon entry={{ name: "", kind: "folder" }} size={16} />;
  if (sign.type === "file") return <EntryIcon entry={{ name: sign.name, kind: "file" }} size={16} />;
  const Icon =
    sign.type === "search"
      ? IconSearch
      : ((sign.type === "nav" ? items.find(({ href }) => href === sign.href)?.icon : undefined) ?? IconFile);
  return <Icon size={16} stroke={1.7} aria-hidden />;
}
