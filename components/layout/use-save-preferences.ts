"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { meQuery, useSetMe } from "./use-me";
import { api } from "@/lib/client/call";
import type { Preferences } from "@/lib/contracts/user";

/** Saves a changed preference; the page follows at once and goes back when the server refuses. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const setMe = useSetMe();
  return useMutation({
    mutationFn: (change: Partial<Preferences>) => api.user.updateUserInfo(change),
    onMutate: (change) => {
      const before = queryClient.getQueryData(meQuery.queryKey);
      if (before !== undefined) setMe({ ...before, ...change });
      return before;
    },
    onError: (_error, _change, before) => before !== undefined && setMe(before),
    onSuccess: ({ user_data }) => setMe(user_data),
  });
}
