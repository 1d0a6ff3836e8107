"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "@/lib/client/call";
import { isAppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";

const visitKey = (link: string) => ["share", "visit", link] as const;

/** The share behind a link. What it refuses it refuses for good: no second try. */
export function useVisit(link: string) {
  return useQuery({
    queryKey: visitKey(link),
    queryFn: ({ signal }) => api.share.visitShare({ link }, { signal }),
    retry: (count, error) => count < 2 && (!isAppError(error) || error.key === "network"),
    refetchOnWindowFocus: false,
  });
}

/** What a drop box still takes is the server's to say: asked again whenever the uploads into it are over. */
export function useVisitAfterUploads(link: string, uploads: { any: boolean; busy: boolean }): void {
  const queryClient = useQueryClient();
  const areOver = uploads.any && !uploads.busy;
  useEffect(() => {
    if (areOver) queryClient.invalidateQueries({ queryKey: visitKey(link) }).catch(() => {}); // the old figures stay
  }, [areOver, link, queryClient]);
}

export function useUnlock(link: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (password: string) => api.share.unlockShare({ link, password }),
    meta: { errorOwner: "form" },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: visitKey(link) }),
  });
}

export function useVisitFolder(link: string, folder: VirtualPath | null) {
  return useQuery({
    queryKey: [...visitKey(link), "folder", folder],
    queryFn: ({ signal }) => api.share.visitFolder({ link, path: folder ?? "" }, { signal }),
    enabled: folder !== null,
    refetchOnWindowFocus: false,
  });
}

export function useVisitText(link: string, path: VirtualPath, version: number, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...visitKey(link), "text", path, version],
    queryFn: ({ signal }) => api.share.visitText({ link, path }, { signal }),
    refetchOnWindowFocus: false,
  });
}
