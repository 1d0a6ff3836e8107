"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { ContainerAction } from "@/lib/shared/container-rules";
import type { FileAction } from "@/lib/shared/file-actions";
import type { Permission } from "@/lib/shared/permissions";

const key = ["user", "rights"] as const;

export function useRights(id: string) {
  return useQuery({
    queryKey: [...key, id],
    queryFn: ({ signal }) => api.user.getRights({ id }, { signal }),
  });
}

export type Question =
  | { action: FileAction; path: string }
  | { action: ContainerAction; container: string }
  | { action: Permission };

/** Null: nothing was asked yet. */
export function useExplanation(id: string, question: Question | null) {
  return useQuery({
    queryKey: [...key, id, question],
    queryFn: ({ signal }) => {
      if (question === null) throw new Error("not asked");
      return api.user.explainAccess({ id, ...question }, { signal });
    },
    enabled: question !== null,
    placeholderData: keepPreviousData,
  });
}
