"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

/** Whether the first account is still to be made. */
export function useSetupNeeded() {
  return useQuery({
    queryKey: ["user", "setup"],
    queryFn: async ({ signal }) => (await api.user.getSetup({}, { signal })).needed,
    staleTime: 0,
  });
}
