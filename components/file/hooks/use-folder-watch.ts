"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import { keepSending, send, subscribe } from "@/lib/client/socket";
import type { ServerEventOf } from "@/lib/contracts/events";
import type { VirtualPath } from "@/lib/shared/paths";
import { patchListing } from "@/components/file/patch-listing";
import { folderKey, type FolderAnswer } from "./use-folder";

type Change = ServerEventOf<"folder/changed">["change"];
type Listener = (change: { appeared: readonly string[]; removed: readonly string[] }) => void;

/** Keeps the shown listing like the disk; tells which names came and went. */
export function useFolderWatch(path: VirtualPath, onChange: Listener): void {
  const queryClient = useQueryClient();
  const tell = useEffectEvent(onChange);

  useEffect(() => {
    const queryKey = folderKey(path);
    const queued: Change[] = [];

    const apply = (change: Change) => {
      if (!("upsert" in change)) {
        void queryClient.invalidateQueries({ queryKey }); // a failure is the query's to show
        return;
      }
      const answer = queryClient.getQueryData<FolderAnswer>(queryKey);
      if (answer?.type !== "folder") return;
      const { listing, appeared, removed } = patchListing(answer.listing, change);
      const next: FolderAnswer = { type: "folder", listing };
      tell({ appeared, removed });
      queryClient.setQueryData(queryKey, next);
    };

    const isFetching = () => queryClient.getQueryState(queryKey)?.fetchStatus === "fetching";
    // A listing on its way may be older or newer than the change: putting the change in twice does no harm.
    const stopListening = subscribe("folder/changed", (event) => {
      if (event.path !== path) return;
      if (isFetching()) queued.push(event.change);
      else apply(event.change);
    });
    const stopFollowing = queryClient.getQueryCache().subscribe(({ query }) => {
      if (queued.length === 0 || query.queryKey[2] !== path || isFetching()) return;
      for (const change of queued.splice(0)) apply(change);
    });
    const stopSending = keepSending("folder/watch", () => {
      const readAtMs = queryClient.getQueryState(queryKey)?.dataUpdatedAt || Date.now();
      return { path, ageMs: Math.max(0, Date.now() - readAtMs) };
    });
    return () => {
      stopSending();
      stopFollowing();
      stopListening();
      send("folder/unwatch", { path });
    };
  }, [path, queryClient]);
}
