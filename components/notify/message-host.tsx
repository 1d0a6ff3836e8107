"use client";

import { useEffect } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { listenToMessages } from "@/lib/client/notify/message-store";
import { keepPush } from "@/lib/client/notify/push";

/** Hears what the server tells the user, on every page of the console. */
export function MessageHost() {
  const isSignedIn = useCachedMe() !== undefined;
  useEffect(() => {
    if (!isSignedIn) return;
    listenToMessages();
    keepPush().catch(() => undefined); // tried again with the next page
  }, [isSignedIn]);
  return null;
}
