"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { rowsIn } from "@/components/layout/rows-in";
import { api } from "@/lib/client/call";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import type { InputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";

const rolesQuery = queryOf(routes.user.listRoles, {});

export function useRoles() {
  return useQuery({ ...rolesQuery, select: (answer) => rowsIn(answer, "roles") });
}

type Saved = InputOf<typeof userContract.createRole> & { id: string | null };

/** Makes the role (`id` null) or changes it. */
export function useSaveRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, ...fields }: Saved) => {
      await (id === null ? api.user.createRole(fields) : api.user.updateRole({ id, ...fields }));
    },
    meta: { errorOwner: "form" },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ["user"] }),
  });
}

/** Counts what a role's deletion takes along. */
export function useCountRoleBelongings() {
  return useMutation({ mutationFn: (id: string) => api.user.getRoleBelongings({ id }) });
}

export function useDeleteRole() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.user.deleteRole({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: rolesQuery.queryKey }),
  });
}
