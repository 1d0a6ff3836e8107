"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useMemo } from "react";
import { openWays, type OpenAs } from "@/components/domain/entry/open-rule";
import {
  decodeInQuery,
  decodeSegment,
  isEntryName,
  parseVirtualPath,
  type EntryName,
  type VirtualPath,
} from "@/lib/shared/paths";

export type FolderLocation =
  | { type: "none" }
  | { type: "broken" }
  | { type: "folder"; path: VirtualPath; open: EntryName | null; as?: OpenAs };

const prefix = "/browse";

/** The address is the state: which folder is open, and which entry in it. */
export function useFolderLocation(): FolderLocation {
  const pathname = usePathname();
  const search = useSearchParams().toString();
  return useMemo(() => locationOf(pathname, search), [pathname, search]);
}

export function locationOf(pathname: string, search: string): FolderLocation {
  const segments = pathname.slice(prefix.length).split("/").filter(Boolean).map(decodeSegment);
  if (segments.length === 0) return { type: "none" };
  const path = segments.some((segment) => segment === null || segment.includes("/"))
    ? null
    : parseVirtualPath(segments.join("/"));
  if (path === null) return { type: "broken" };
  const raw = /(?:^|&)open=([^&]*)/.exec(search)?.[1];
  const text = raw === undefined ? null : decodeSegment(raw.replaceAll("+", "%20"));
  const open = text === null ? null : decodeInQuery(text);
  if (open === null || !isEntryName(open)) return { type: "folder", path, open: null };
  const as = openWays.find((way) => new RegExp(`(?:^|&)as=${way}(?:&|$)`).test(search));
  return { type: "folder", path, open, ...(as === undefined ? {} : { as }) };
}
