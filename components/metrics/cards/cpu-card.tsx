"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a picture made of bars */

import { useTranslations } from "next-intl";
import { ChartPart } from "@/components/metrics/chart/chart-part";
import type { ChartSpec } from "@/components/metrics/chart/chart-spec";
import { summaryOf } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import { parseMetricKey } from "@/lib/shared/metrics";
import type { CardProps } from "./card-props";
import { Headline } from "./headline";
import { useHeadline } from "./use-headline";
import styles from "./cards.module.css";

export function CpuCard({ view, way }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const { machine, now, frame } = view;
  const { value, peak } = useHeadline(view)("cpu/busy", "share");
  const isStolen = (frame.series["cpu/stolen"] ?? []).some((share) => share !== null && share > 0.001);
  const spec: ChartSpec = {
    unit: "share",
    isStacked: true,
    max: 1,
    lines: [
      { key: "cpu/user", label: t("cpu.user"), colour: 1 },
      { key: "cpu/system", label: t("cpu.system"), colour: 3 },
      { key: "cpu/wait", label: t("cpu.wait"), colour: 4 },
      ...(isStolen ? [{ key: "cpu/stolen", label: t("cpu.stolen"), colour: 6 } as const] : []),
    ],
  };
  const isLive = frame.stepMs === null;
  const load = isLive
    ? ["load/1", "load/5", "load/15"].map((key) => formats.number(now[key])).join(" · ")
    : formats.number(summaryOf(frame, "load/1")?.average);
  return (
    <>
      <Headline values={[{ value }]}>{peak ?? t("cpu.cores", { count: machine.cores })}</Headline>
      <ChartPart {...way} label={t("cards.cpu")} spec={spec} frame={frame} />
      {isLive ? <Cores now={now} /> : null}
      <p className={styles["note"]}>
        <span>{t("cpu.load", { values: load })}</span>
        {machine.cpuModel === null ? null : <bdi>{machine.cpuModel}</bdi>}
      </p>
    </>
  );
}

/** One bar for each processor; in words only the busiest one. */
function Cores({ now }: { now: Readonly<Record<string, number>> }) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const cores = Object.entries(now)
    .flatMap(([key, busy]) => {
      const { kind, name } = parseMetricKey(key);
      return kind === "core" ? [{ number: Number(name), busy }] : [];
    })
    .sort((a, b) => a.number - b.number);
  if (cores.length < 2) return null;
  return (
    <div
      className={styles["cores"]}
      role="img"
      aria-label={t("cpu.busiest", { value: formats.percent(now["cpu/busiest"]) })}
    >
      {cores.map(({ number, busy }) => (
        <span
          key={number}
          className={styles["core"]}
          data-tip={t("cpu.core", { number, value: formats.percent(busy) })}
        >
          <span style={{ blockSize: `${busy * 100}%` }} />
        </span>
      ))}
    </div>
  );
}
