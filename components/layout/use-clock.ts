"use client";

import { useFormatter } from "next-intl";
import { useSyncExternalStore } from "react";
import { clock } from "@/lib/client/clock";

/** What is said of the time: a new rendering whenever it is something else, and no sooner. */
export function useClock<T extends string | number | boolean | null>(read: (nowMs: number) => T): T {
  const now = () => read(clock.nowMs());
  return useSyncExternalStore(clock.subscribe, now, now);
}

/** Some time of today, another one from midnight on: for what says "yesterday". */
export const useToday = () => useClock((nowMs) => new Date(nowMs).setHours(0, 0, 0, 0));

/** How long ago that was, or until it is, in words that stay right. */
export function useRelativeTime(atMs: number): string {
  const format = useFormatter();
  return useClock((nowMs) => format.relativeTime(atMs, nowMs));
}
