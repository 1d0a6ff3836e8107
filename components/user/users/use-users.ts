"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { rowsIn } from "@/components/layout/rows-in";
import { api } from "@/lib/client/call";
import { changePerson } from "@/lib/client/change-person";
import { pages } from "@/lib/client/urls";
import type { InputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";

const usersKey = ["user", "users"] as const;

export function useUsers() {
  return useQuery({
    queryKey: usersKey,
    queryFn: async ({ signal }) => rowsIn(await api.user.listUsers({}, { signal }), "users"),
  });
}

type Fields = Omit<InputOf<typeof userContract.createUser>, "password">;
type Saved = Fields & { id: string | null; password: string };

/** Makes the user (`id` null) or changes it; the password counts for new users only. */
export function useSaveUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, password, ...fields }: Saved) => {
      await (id === null ? api.user.createUser({ ...fields, password }) : api.user.updateUser({ id, ...fields }));
    },
    meta: { errorOwner: "form" },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["user"] }),
  });
}

export function useSetDisabled() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; disabled: boolean }) => api.user.updateUser(input),
    onSettled: () => queryClient.invalidateQueries({ queryKey: usersKey }),
  });
}

export function useResetPassword() {
  return useMutation({ mutationFn: (input: { id: string; password: string }) => api.user.resetPassword(input) });
}

/** Counts what a user's deletion takes along. */
export function useCountUserBelongings() {
  return useMutation({ mutationFn: (id: string) => api.user.getUserBelongings({ id }) });
}

export function useDeleteUser() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.user.deleteUser({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["user"] }),
  });
}

/** Everything is read anew, as the other. */
export function useViewAs() {
  return useMutation({
    mutationFn: (id: string) => api.user.viewAs({ id }),
    onSuccess: () => changePerson(pages.files()),
  });
}

export function useRemoveFactor() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.user.removeSecondFactor({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ["user"] }),
  });
}
