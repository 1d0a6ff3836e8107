"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";
import { useEntrySource } from "@/components/domain/entry/entry-source";

const keptMs = 30 * 60_000;

/** A ticket by which the browser itself fetches a file. */
export const ticketQuery = (path: VirtualPath) => ({
  ...queryOf(routes.file.ticket, { files: [path] }),
  // The same address for as long as it is kept (a ticket holds for hours): the browser finds the picture in its cache, and
  // a film's address does not change while it plays.
  staleTime: Infinity,
  gcTime: keptMs,
});

type InlineUrl = {
  url: string | undefined;
  error: Error | null;
  /** A new ticket, for when the browser was refused with this one. */
  renew: () => void;
};

/** The address under which the browser itself fetches a file; `version` is its mtime. No path: no address. */
export function useInlineUrl(path: VirtualPath | null, version: number): InlineUrl {
  const queryClient = useQueryClient();
  const source = useEntrySource();
  const { data, error } = useQuery({
    ...ticketQuery(path ?? ("none" as VirtualPath)), // never asked for: disabled
    enabled: path !== null && source === null,
  });
  const renew = useCallback(() => {
    if (path !== null) void queryClient.invalidateQueries({ queryKey: ticketQuery(path).queryKey }); // shown by `error`
  }, [path, queryClient]);
  if (source !== null) return { url: path === null ? undefined : source.inlineUrl(path, version), error: null, renew };
  return {
    url: path === null || data === undefined ? undefined : urls.inline(path, data.ticket, version),
    error,
    renew,
  };
}
