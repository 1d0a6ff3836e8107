"use client";

import { useTranslations } from "next-intl";
import { ChartPart } from "@/components/metrics/chart/chart-part";
import type { ChartLine } from "@/components/metrics/chart/chart-spec";
import { summaryOf } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import type { CardProps } from "./card-props";
import { Headline } from "./headline";
import styles from "./cards.module.css";

/** For how much of the time something had to wait; the worst of the three says what the machine is short of. */
export function PressureCard({ view: { now, frame }, way }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const all: ChartLine[] = [
    { key: "pressure/cpu", label: t("pressure.cpu"), colour: 1 },
    { key: "pressure/memory", label: t("pressure.memory"), colour: 5 },
    { key: "pressure/io", label: t("pressure.io"), colour: 2 },
  ];
  const lines = all.filter(({ key }) => now[key] !== undefined || frame.series[key] !== undefined);
  const worst = lines
    .map((line) => ({
      ...line,
      value: (frame.stepMs === null ? now[line.key] : summaryOf(frame, line.key)?.highest) ?? 0,
    }))
    .reduce((a, b) => (b.value > a.value ? b : a), { label: "", value: -1 });
  return (
    <>
      <Headline values={[{ value: formats.percent(worst.value) }]}>
        {frame.stepMs === null ? worst.label : t("peakOf", { name: worst.label })}
      </Headline>
      <ChartPart {...way} label={t("cards.pressure")} spec={{ unit: "share", lines }} frame={frame} />
      <p className={styles["dim"]}>{t("pressure.hint")}</p>
    </>
  );
}
