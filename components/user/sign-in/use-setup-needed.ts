"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

/** Whether the first account is still to be made, and what the sign-in page offers. */
export function useSetupNeeded() {
  return useQuery({
    queryKey: ["user", "setup"],
    queryFn: ({ signal }) => api.user.getSetup({}, { signal }),
    staleTime: 0,
  });
}
