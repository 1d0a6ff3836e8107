"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/call";

const secondFactorKey = ["user", "second-factor"] as const;

export function useSecondFactor() {
  return useQuery({
    queryKey: secondFactorKey,
    queryFn: ({ signal }) => api.user.getSecondFactor({}, { signal }),
  });
}

/** What changes the second factors: afterwards they, and the sessions that end with it, are read anew. */
export function useFactorChange<Input, Output>(
  mutationFn: (input: Input) => Promise<Output>,
  { hasForm = false, onSuccess }: { hasForm?: boolean; onSuccess?: (output: Output) => void } = {},
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    ...(hasForm ? { meta: { errorOwner: "form" as const } } : {}),
    onSuccess: (output) => {
      onSuccess?.(output);
      return Promise.all([
        queryClient.invalidateQueries({ queryKey: secondFactorKey }),
        queryClient.invalidateQueries({ queryKey: ["user", "sessions"] }),
        queryClient.invalidateQueries({ queryKey: ["user", "users"] }),
      ]);
    },
  });
}
