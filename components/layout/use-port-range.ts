"use client";

import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import type { PortRange } from "@/lib/contracts/docker-make";
import { useCachedMe } from "./use-me";

export const portRangeQuery = queryOf(allRoutes.docker.getPortRangeSetting, {});

/** Which ports of this server somebody may choose who is no administrator; undefined for administrators, who choose any, and until it is known. */
export function usePortRange(): PortRange | undefined {
  const isRoot = useCachedMe()?.is_root === true;
  return useQuery({
    ...portRangeQuery,
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
