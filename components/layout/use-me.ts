"use client";

import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { api } from "@/lib/client/call";
import type { UserData } from "@/lib/contracts/user";

export const meQuery = queryOptions({
  queryKey: ["user", "me"],
  queryFn: async ({ signal }) => (await api.user.getUserInfo({}, { signal })).user_data,
  staleTime: 60_000,
});

/** Who is signed in, with preferences and permissions. */
export function useMe() {
  return useQuery(meQuery);
}

/** As {@link useMe} where nobody may be signed in: never asks the server. */
export function useCachedMe(): UserData | undefined {
  return useQuery({ ...meQuery, enabled: false }).data;
}

/** Puts what the server answered in place of what is known. */
export function useSetMe(): (me: UserData) => void {
  const queryClient = useQueryClient();
  return useCallback((me) => queryClient.setQueryData(meQuery.queryKey, me), [queryClient]);
}
