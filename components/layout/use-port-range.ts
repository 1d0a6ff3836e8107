"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { PortRange } from "@/lib/contracts/docker-make";
import { useCachedMe } from "./use-me";

export const portRangeKey = ["setting", "ports"] as const;

/** Which ports of this server somebody may choose who is no administrator; undefined for administrators, who choose any, and until it is known. */
export function usePortRange(): PortRange | undefined {
  const isRoot = useCachedMe()?.is_root === true;
  return useQuery({
    queryKey: portRangeKey,
    queryFn: ({ signal }) => api.docker.getPortRangeSetting({}, { signal }),
    enabled: !isRoot,
    // Without it what is chosen is checked all the same.
    meta: { errorOwner: "form" },
  }).data;
}

/** As texts say it: without separators between the digits. */
export const rangeTexts = (range: PortRange | undefined) => ({
  first: String(range?.first ?? ""),
  last: String(range?.last ?? ""),
});
