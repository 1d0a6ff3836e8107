"use client";

import { useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { FolderListing } from "@/lib/contracts/file";
import { dockerAwayKeys } from "@/lib/shared/docker-away";
import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";

/** What is at an address of the file page. */
export type FolderAnswer = { type: "folder"; listing: FolderListing } | { type: "file" };

export const folderKey = (path: VirtualPath) => ["file", "folder", path] as const;

/** Answers that only a file gets: the address is one of its folder with the file opened. */
const fileAnswers: ReadonlySet<ErrorKey> = new Set([
  "file/too-large",
  "file/special",
  "file/encoding",
  "file/not-folder",
]);

async function fetchFolder(path: VirtualPath, signal: AbortSignal): Promise<FolderAnswer> {
  try {
    const answer = await api.file.get({ path }, { signal });
    return "folders" in answer ? { type: "folder", listing: answer } : { type: "file" };
  } catch (error) {
    if (isAppError(error) && fileAnswers.has(error.key)) return { type: "file" };
    throw error;
  }
}

const awaited: ReadonlySet<ErrorKey> = new Set(["docker/not-running", "docker/not-found", ...dockerAwayKeys]);
const askAgainMs = 1_500;

/** Whether a folder cannot be seen because its container does not run, which may be over by itself at any moment. */
export function awaitsContainer(error: unknown): boolean {
  return isAppError(error) && awaited.has(error.key);
}

/** The folder's listing. It is kept up to date by the watcher, so only showing it anew asks the server again. */
export function useFolder(path: VirtualPath) {
  return useQuery({
    queryKey: folderKey(path),
    queryFn: ({ signal }) => fetchFolder(path, signal),
    // Comparing 100,000 entries deeply costs more than showing them.
    structuralSharing: false,
    staleTime: 0,
    gcTime: 60_000,
    refetchOnWindowFocus: false,
    refetchInterval: ({ state }) => (awaitsContainer(state.error) ? askAgainMs : false),
    retry: (count, error) => count < 2 && isAppError(error) && error.key === "network",
  });
}
