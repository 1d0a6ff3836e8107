"use client";

import { useTranslations } from "next-intl";
import { summaryOf, type View } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { ChartUnit } from "@/components/metrics/chart/chart-spec";

/** A figure as a headline has it: what it is now; of the past the average, with the highest value behind it. */
export function useHeadline({ now, frame }: View) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  return (key: string, unit: ChartUnit): { value: string; peak: string | null } => {
    const format = formats.byUnit[unit];
    if (frame.stepMs === null) return { value: format(now[key]), peak: null };
    const summary = summaryOf(frame, key);
    return { value: format(summary?.average), peak: summary && t("peak", { value: format(summary.highest) }) };
  };
}
