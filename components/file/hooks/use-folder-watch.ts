"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { keepChannel } from "@/lib/client/channel";
import type { FolderChange } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { patchListing } from "@/components/domain/folder/patch-listing";
import { folderKey, type FolderAnswer } from "@/components/domain/folder/use-folder";

type Listener = (change: { appeared: readonly string[]; removed: readonly string[] }) => void;

/** Keeps the shown listing like the disk; tells which names came and went. `isThere`: there is nothing to watch until it is. */
export function useFolderWatch(path: VirtualPath, isThere: boolean, onChange: Listener): void {
  const queryClient = useQueryClient();
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    if (!isThere) return () => {};
    const queryKey = folderKey(path);
    const queued: FolderChange[] = [];

    const apply = (change: FolderChange) => {
      if (!("upsert" in change)) {
        void queryClient.invalidateQueries({ queryKey }); // a failure is the query's to show
        return;
      }
      const answer = queryClient.getQueryData<FolderAnswer>(queryKey);
      if (answer?.type !== "folder") return;
      const { listing, appeared, removed } = patchListing(answer.listing, change);
      if (listing === answer.listing) return;
      const next: FolderAnswer = { type: "folder", listing };
      tell({ appeared, removed });
      queryClient.setQueryData(queryKey, next);
    };

    const isFetching = () => queryClient.getQueryState(queryKey)?.fetchStatus === "fetching";
    let watchedStamp: number | null = null;
    const compareStamp = () => {
      const answer = queryClient.getQueryData<FolderAnswer>(queryKey);
      if (watchedStamp === null || isFetching() || answer?.type !== "folder") return;
      const isMissed = answer.listing.stamp !== watchedStamp;
      watchedStamp = null;
      if (isMissed) void queryClient.invalidateQueries({ queryKey }); // a failure is the query's to show
    };
    const stopFollowing = queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[2] !== path || isFetching()) return;
      compareStamp();
      for (const change of queued.splice(0)) apply(change);
    });
    const stopWatching = keepChannel("file/watch", { path }, (news) => {
      // What changed between the listing and the watch, or while the connection was gone, nobody told.
      if ("stamp" in news) {
        watchedStamp = news.stamp;
        compareStamp();
      }
      // A listing on its way may be older or newer than the change: putting the change in twice does no harm.
      else if (isFetching()) queued.push(news.change);
      else apply(news.change);
    });
    return () => {
      stopWatching();
      stopFollowing();
    };
  }, [path, isThere, queryClient]);
}
