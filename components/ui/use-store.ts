"use client";

import { useSyncExternalStore } from "react";
import type { Store } from "@/lib/shared/store";

/** The store's value, and a new rendering when it changes. */
export function useStore<T>(store: Pick<Store<T>, "get" | "subscribe">): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get);
}
