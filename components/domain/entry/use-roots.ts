"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

export const rootsKey = ["setting", "filesSetting"] as const;

/** The places that the user may see; shared with the navigation. */
export function useRoots() {
  return useQuery({
    queryKey: rootsKey,
    queryFn: async ({ signal }) => (await api.setting.filesSetting({}, { signal })).dirs,
  });
}
