"use client";

import { useQuery } from "@tanstack/react-query";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";

export const stackInfoQuery = queryOf(routes.stack.getStackInfo, {});

/** Which Compose there is, and where stacks are. */
export function useStackInfo() {
  return useQuery(stackInfoQuery);
}
