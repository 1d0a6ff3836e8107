"use client";

import { useQuery } from "@tanstack/react-query";
import { placesQuery } from "@/components/layout/places-query";
import type { RootDir } from "@/lib/contracts/setting";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";

/** The places that the user may see; shared with the navigation. */
export function useRoots() {
  return useQuery(placesQuery);
}

/** What a folder is called: a location by its name, not by the id in its path. */
export const titleOf = (path: VirtualPath, roots: readonly RootDir[] | undefined): string =>
  roots?.find(({ id }) => id === path)?.note ?? nameOf(path);
