import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { rowsIn } from "@/components/layout/rows-in";
import { api } from "@/lib/client/call";

const keysKey = ["crypto", "keys"] as const;
const sshFilesKey = ["crypto", "ssh-folder"] as const;

export function useKeys() {
  return useQuery({
    queryKey: keysKey,
    queryFn: async ({ signal }) => rowsIn(await api.crypto.listKeys({}, { signal }), "keys"),
  });
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
        queryClient.invalidateQueries({ queryKey: keysKey }),
        queryClient.invalidateQueries({ queryKey: sshFilesKey }),
      ]),
    [queryClient],
  );
}
