"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import type { Alert } from "@/lib/contracts/alert";
import { spanOfRange, type Shown } from "./ranges";

const refreshMs = 60_000;
const none: readonly Alert[] = [];

/**
 * The alerts of the time that is shown; asked for again when one begins or ends, which `current` tells. Without an answer there are no marks.
 * @param nowMs the last time that the server told; null: none yet
 */
export function useAlertMarks(shown: Shown, nowMs: number | null, current: readonly Alert[] | null): readonly Alert[] {
  const ids = (current ?? none).map(({ id }) => id).join(" ");
  const query = useQuery({
    queryKey: ["metrics", "alerts", shown, ids],
    queryFn: async ({ signal }) =>
      (await api.alert.listAlertMarks(spanOf(shown, nowMs ?? Date.now()), { signal })).alerts,
    enabled: nowMs !== null && current !== null,
    // An alert that has ended leaves the same ones as before it began.
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: "range" in shown ? refreshMs : false,
    meta: { errorOwner: "form" },
  });
  return query.data ?? none;
}

function spanOf(shown: Shown, nowMs: number): { from: number; to: number } {
  if (!("range" in shown)) return shown;
  const spanMs = spanOfRange(shown.range);
  // What has begun since the server last told the time is shown as well.
  return { from: Math.round(nowMs) - spanMs, to: Math.round(nowMs) + refreshMs };
}
