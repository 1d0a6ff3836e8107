"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { meQuery, useSetMe } from "./use-me";
import { api } from "@/lib/client/call";
import type { Preferences } from "@/lib/contracts/user";

const mutationKey = ["user", "preferences"];

/** Saves a changed preference; the page follows at once and goes back when the server refuses. */
export function useSavePreferences() {
  const queryClient = useQueryClient();
  const setMe = useSetMe();
  return useMutation({
    mutationKey,
    // One after the other, in the order in which they were made.
    scope: { id: mutationKey.join("/") },
    mutationFn: (change: Partial<Preferences>) => api.user.updateUserInfo(change),
    onMutate: (change) => {
      const before = queryClient.getQueryData(meQuery.queryKey);
      if (before !== undefined) setMe({ ...before, ...change });
      return before;
    },
    onError: (_error, _change, before) => before !== undefined && setMe(before),
    // The answer to an earlier change knows nothing of a later one, which is shown already.
    onSuccess: ({ user_data }) => {
      if (queryClient.isMutating({ mutationKey }) <= 1) setMe(user_data);
    },
  });
}
