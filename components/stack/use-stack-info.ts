"use client";

import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";

export const stackInfoQuery = queryOf(allRoutes.stack.getStackInfo, {});

/** Which Compose there is, and where stacks are. */
export function useStackInfo() {
  return useQuery(stackInfoQuery);
}
