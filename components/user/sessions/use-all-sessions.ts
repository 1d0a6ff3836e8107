"use client";

import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { SessionOrder } from "./session-order";

const pageSize = 50;
const allKey = ["user", "sessions", "all"] as const;

export type SessionFilter = { username: string | null; start: string | null; sort: SessionOrder; after: string | null };

export function useAllSessions({ username, start, sort, after }: SessionFilter) {
  return useQuery({
    queryKey: [...allKey, username, start, sort, after],
    queryFn: ({ signal }) =>
      api.user.listAllSessions(
        {
          limit: pageSize,
          sort: sort.column,
          direction: sort.direction,
          ...(username === null ? {} : { username }),
          ...(start === null ? {} : { username_start: start }),
          ...(after === null ? {} : { after }),
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
