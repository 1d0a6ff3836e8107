"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

export const stackInfoKey = ["stack", "info"] as const;

/** Which Compose there is, and where stacks are. */
export function useStackInfo() {
  return useQuery({ queryKey: stackInfoKey, queryFn: ({ signal }) => api.stack.getStackInfo({}, { signal }) });
}
