"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { listenToMessages } from "@/lib/client/notify/message-store";
import { keepPush } from "@/lib/client/notify/push";
import { profileKey } from "./account/profile-key";

/** Hears what the server tells the user, on every page of the console. */
export function MessageHost() {
  const queryClient = useQueryClient();
  const isSignedIn = useCachedMe() !== undefined;
  useEffect(() => {
    if (!isSignedIn) return;
    listenToMessages();
    keepPush()
      .then((hasChanged) => (hasChanged ? queryClient.invalidateQueries({ queryKey: profileKey }) : undefined))
      .catch(() => undefined); // tried again with the next page
  }, [isSignedIn, queryClient]);
  return null;
}
