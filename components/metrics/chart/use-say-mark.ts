"use client";

import { useTranslations } from "next-intl";
import { useSayAlert } from "@/components/domain/alert/use-say-alert";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { Alert } from "@/lib/contracts/alert";

export type SaidMark = { name: string; value: string; time: string };

/** An alert in a chart: what it was about, its value beside the limit, and when it was. */
export function useSayMark(): (alert: Alert) => SaidMark {
  const t = useTranslations("metrics.alerts");
  const tAlert = useTranslations("alert");
  const say = useSayAlert();
  const formats = useFormats();
  return (alert) => {
    const { metric, since, resolved_at: end, value, worst, threshold } = alert;
    const atMs = (time: number) => formats.time(time, 1);
    return {
      name: say.name(alert),
      value: tAlert("valueOf", {
        value: say.value(metric, end === null ? value : worst),
        limit: say.value(metric, threshold),
      }),
      time: end === null ? tAlert("since", { time: atMs(since) }) : t("fromTo", { from: atMs(since), to: atMs(end) }),
    };
  };
}
