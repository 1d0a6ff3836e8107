"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

const pageSize = 50;
const allKey = ["user", "sessions", "all"] as const;

export type SessionFilter = { username: string | null; before: string | null };

export function useAllSessions({ username, before }: SessionFilter) {
  return useQuery({
    queryKey: [...allKey, username, before],
    queryFn: ({ signal }) =>
      api.user.listAllSessions(
        {
          limit: pageSize,
          ...(username === null ? {} : { username }),
          ...(before === null ? {} : { before }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

export function useEndUserSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.user.endUserSession({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: allKey }),
  });
}

export function useEndUserSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.user.endUserSessions({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["user", "sessions"] }),
  });
}
