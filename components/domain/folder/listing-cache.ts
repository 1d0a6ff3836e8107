import type { QueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { folderKey, type FolderAnswer } from "./use-folder";
import { patchListing } from "./patch-listing";

/** Shows an entry that this tab just made or renamed without waiting for the watcher. */
export async function showEntry(
  queryClient: QueryClient,
  folder: VirtualPath,
  name: EntryName,
  gone?: string,
): Promise<void> {
  const { etag: _etag, writable: _writable, ...entry } = await api.file.stat({ path: joinVirtualPath(folder, name) });
  queryClient.setQueryData<FolderAnswer>(folderKey(folder), (answer) => {
    if (answer?.type !== "folder") return answer;
    const { listing } = patchListing(answer.listing, { upsert: [entry], removed: gone === undefined ? [] : [gone] });
    const next: FolderAnswer = { type: "folder", listing };
    return next;
  });
}
