import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { rowsIn } from "@/components/layout/rows-in";
import { api } from "@/lib/client/call";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";

const keysQuery = queryOf(allRoutes.crypto.listKeys, {});
const sshFilesKey = ["crypto", "ssh-folder"] as const;

export function useKeys() {
  return useQuery({ ...keysQuery, select: (answer) => rowsIn(answer, "keys") });
}

/** The keys in the server's own ~/.ssh. */
export function useSshFiles() {
  return useQuery({ queryKey: sshFilesKey, queryFn: ({ signal }) => api.crypto.listSshFiles({}, { signal }) });
}

/** To be called when keys came or went: the list of files says which of them are kept. */
export function useRefreshKeys() {
  const queryClient = useQueryClient();
  return useCallback(
    () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keysQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sshFilesKey }),
      ]),
    [queryClient],
  );
}
