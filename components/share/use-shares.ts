"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { rowsIn } from "@/components/layout/rows-in";
import { api } from "@/lib/client/call";
import { settingsOf, type ShareDraft } from "./share-draft";
import type { ShareRequest } from "./share-store";

export const sharesKey = ["share", "list"] as const;

export function useShares() {
  return useQuery({
    queryKey: sharesKey,
    queryFn: async ({ signal }) => rowsIn(await api.share.listShares({}, { signal }), "shares"),
  });
}

/** Makes the share or changes it; gives it as it is then. */
export function useSaveShare(request: ShareRequest) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: ShareDraft) => {
      const settings = settingsOf(draft, request.kind === "edit" ? request.share : null, Date.now());
      return request.kind === "edit"
        ? api.share.updateShare({ id: request.share.id, ...settings })
        : api.share.createShare({ files: [...request.files], ...settings });
    },
    meta: { errorOwner: "form" },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sharesKey }),
  });
}

export function useRevokeShare() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.share.revokeShare({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: sharesKey }),
  });
}
