import type { QueryClient } from "@tanstack/react-query";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { folderKey, type FolderAnswer } from "./use-folder";
import { patchListing } from "./patch-listing";

/** Shows an entry that this tab just made or renamed without waiting for the watcher, which finds nothing more to do. */
export function showEntry(queryClient: QueryClient, folder: VirtualPath, entry: FileEntry, gone?: string): void {
  queryClient.setQueryData<FolderAnswer>(folderKey(folder), (answer) => {
    if (answer?.type !== "folder") return answer;
    const { listing } = patchListing(answer.listing, { upsert: [entry], removed: gone === undefined ? [] : [gone] });
    const next: FolderAnswer = listing === answer.listing ? answer : { type: "folder", listing };
    return next;
  });
}
