"use client";

import { useMutation, useQuery, useQueryClient, type QueryKey } from "@tanstack/react-query";

type Kept<T> = { queryKey: QueryKey; load: (signal: AbortSignal) => Promise<T[]>; store: (list: T[]) => Promise<T[]> };

/** A list that the server keeps as a whole; each change of it is saved at once. */
export function useKeptList<T>({ queryKey, load, store }: Kept<T>) {
  const queryClient = useQueryClient();
  const query = useQuery({ queryKey, queryFn: ({ signal }) => load(signal) });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: store,
    onSuccess: (stored) => queryClient.setQueryData(queryKey, stored),
    // Somebody else may have changed it meanwhile.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  });
  return { query, save: mutateAsync, isSaving: isPending };
}
