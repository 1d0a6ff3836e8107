"use client";

import { useTranslations } from "next-intl";
import { ChartPart } from "@/components/metrics/chart/chart-part";
import type { ChartSpec } from "@/components/metrics/chart/chart-spec";
import { summaryOf } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { CardProps } from "./card-props";
import { Headline } from "./headline";
import { UseBar } from "@/components/ui/use-bar";
import { useHeadline } from "./use-headline";
import styles from "./cards.module.css";

export function MemoryCard({ view, way }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const { machine, now, frame } = view;
  const { value, peak } = useHeadline(view)("memory/used", "bytes");
  const { memoryBytes, swapBytes } = machine;
  const hasSwap = swapBytes !== null && swapBytes > 0;
  const spec: ChartSpec = {
    unit: "bytes",
    isStacked: true,
    max: memoryBytes,
    lines: [
      { key: "memory/used", label: t("memory.used"), colour: 1 },
      { key: "memory/cached", label: t("memory.cached"), colour: 6 },
    ],
  };
  const swap = frame.stepMs === null ? now["swap/used"] : summaryOf(frame, "swap/used")?.average;
  return (
    <>
      <Headline values={[{ value }]}>{peak ?? t("of", { total: formats.size(memoryBytes) })}</Headline>
      <ChartPart {...way} label={t("cards.memory")} spec={spec} frame={frame} />
      {hasSwap ? (
        <div className={styles["row"]}>
          <span className={styles["rowName"]}>{t("memory.swap")}</span>
          <UseBar share={(swap ?? 0) / swapBytes} label={t("memory.swap")} />
          <output className={styles["rowValue"]}>
            {t("usedOf", { used: formats.size(swap), total: formats.size(swapBytes) })}
          </output>
        </div>
      ) : (
        <p className={styles["dim"]}>{t("memory.noSwap")}</p>
      )}
    </>
  );
}
