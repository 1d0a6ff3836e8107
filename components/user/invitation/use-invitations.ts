"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { rowsIn } from "@/components/layout/rows-in";
import { api } from "@/lib/client/call";
import type { InputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";

const queryKey = ["user", "invitations"] as const;

export type NewInvitation = InputOf<typeof userContract.createInvitation>;

export function useInvitations() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => rowsIn(await api.user.listInvitations({}, { signal }), "invitations"),
  });
}

export function useCreateInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: NewInvitation) => api.user.createInvitation(input),
    meta: { errorOwner: "form" },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
}

export function useRevokeInvitation() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.user.revokeInvitation({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
