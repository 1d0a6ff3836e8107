"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useIsMobile } from "@/components/ui/use-media";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { metricsContract } from "@/lib/contracts/metrics";
import type { Frame } from "./frame";
import { spansMs, type Shown } from "./ranges";

type History = OutputOf<typeof metricsContract.history>;

/** A phone has no more columns of pixels to show them in. */
const points = { phone: 200, other: 480 };
const refreshMs = 60_000;

/** Figures of the past; those until now are asked for again each minute. */
export function useHistory(shown: Shown) {
  const isMobile = useIsMobile();
  const isLive = "range" in shown && shown.range === "live";
  return useQuery({
    queryKey: ["metrics", "history", shown, isMobile],
    queryFn: async ({ signal }) => {
      const { from, to } = timesOf(shown);
      const asked = { from, to, points: isMobile ? points.phone : points.other };
      return frameOf(await api.metrics.history(asked, { signal }), { from, to });
    },
    enabled: !isLive,
    placeholderData: keepPreviousData,
    refetchInterval: "range" in shown ? refreshMs : false,
  });
}

function timesOf(shown: Shown): { from: number; to: number } {
  if (!("range" in shown)) return shown;
  const to = Date.now();
  return { from: to - (shown.range === "live" ? 0 : spansMs[shown.range]), to };
}

function frameOf({ from, stepMs, steps, averages, highest }: History, shown: { from: number; to: number }): Frame {
  // A step stands where its middle is, but never in the future.
  const times = Array.from({ length: steps }, (_, index) => Math.min(from + (index + 0.5) * stepMs, shown.to));
  return { times, series: averages, highest, stepMs, ...shown };
}
