"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCan } from "@/components/layout/use-can";
import { api } from "@/lib/client/call";

const key = ["folders"] as const;

/** The folders in one of the server's; null: the places where the user can begin. */
export function useFolders(path: string | null) {
  return useQuery({
    queryKey: [...key, "in", path],
    queryFn: ({ signal }) => api.user.listFolders(path === null ? {} : { path }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Which of the paths are not there now, as far as the user may see; none until that is known. */
export function useMissingFolders(paths: readonly string[]): ReadonlySet<string> {
  const can = useCan();
  const asked = [...new Set(paths)].toSorted();
  const { data } = useQuery({
    queryKey: [...key, "missing", asked],
    queryFn: async ({ signal }) => (await api.user.findMissingFolders({ paths: asked }, { signal })).missing,
    enabled: asked.length > 0 && can("file_read"),
    placeholderData: keepPreviousData,
  });
  return new Set(data);
}
