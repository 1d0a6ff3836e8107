"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { RootDir } from "@/lib/contracts/setting";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";

export const rootsKey = ["setting", "filesSetting"] as const;

/** The places that the user may see; shared with the navigation. */
export function useRoots() {
  return useQuery({
    queryKey: rootsKey,
    queryFn: async ({ signal }) => (await api.setting.filesSetting({}, { signal })).dirs,
  });
}

/** What a folder is called: a location by its name, not by the id in its path. */
export const titleOf = (path: VirtualPath, roots: readonly RootDir[] | undefined): string =>
  roots?.find(({ id }) => id === path)?.note ?? nameOf(path);
