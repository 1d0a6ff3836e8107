"use client";

import { usePathname } from "next/navigation";
import { useFolderLocation } from "@/components/domain/folder/use-folder-location";
import type { VirtualPath } from "@/lib/shared/paths";

/** The folder that the page shows; null on other pages, and while something is open in it, which must not be taken away. */
export function useShownFolder(): VirtualPath | null {
  const isBrowsing = usePathname().startsWith("/browse/");
  const location = useFolderLocation();
  return isBrowsing && location.type === "folder" && location.open === null ? location.path : null;
}
