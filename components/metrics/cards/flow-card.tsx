"use client";

import { useTranslations } from "next-intl";
import { ChartPart, type ChartWay } from "@/components/metrics/chart/chart-part";
import type { ChartLine } from "@/components/metrics/chart/chart-spec";
import { summaryOf, type View } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import { metricKey } from "@/lib/shared/metrics";
import { Headline } from "./headline";
import { useHeadline } from "./use-headline";
import styles from "./cards.module.css";

type Device = {
  name: string;
  /** What more is known of it. */
  hint: string | null;
};

type Props = {
  view: View;
  way: ChartWay;
  label: string;
  /** Of the keys, see lib/shared/metrics.ts. */
  kind: "net" | "disk";
  /** In and out. */
  ways: readonly [ChartLine, ChartLine];
  devices: readonly Device[];
  /** The devices have a share of the time in which they were busy. */
  isBusyShown?: boolean;
};

/** What flows in and out: the sum as a chart, each device as a row. */
export function FlowCard({ view, way, label, kind, ways, devices, isBusyShown = false }: Props) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const headline = useHeadline(view);
  const { now, frame } = view;
  const valueOf = (key: string) => (frame.stepMs === null ? now[key] : summaryOf(frame, key)?.average);
  return (
    <>
      <Headline values={ways.map(({ key, label: name }) => ({ value: headline(key, "rate").value, name }))} />
      <ChartPart {...way} label={label} spec={{ unit: "rate", lines: ways }} frame={frame} />
      {devices.length > 1 || isBusyShown ? (
        <ul className={styles["devices"]} aria-label={t("devices")}>
          {devices.map(({ name, hint }) => (
            <li key={name} className={styles["device"]}>
              <span className={styles["deviceHead"]}>
                <bdi className={styles["rowName"]} title={hint === null ? name : `${name} – ${hint}`}>
                  {name}
                  {hint === null ? null : <span className={styles["dim"]}> {hint}</span>}
                </bdi>
                {isBusyShown ? (
                  <span className={styles["figures"]}>
                    {t("busy", { value: formats.percent(valueOf(metricKey(kind, "busy", name))) })}
                  </span>
                ) : null}
              </span>
              {devices.length === 1 ? null : (
                <span className={styles["flows"]}>
                  {ways.map(({ key, label: way }) => (
                    <span key={key}>
                      {way} {formats.rate(valueOf(metricKey(kind, key.slice(kind.length + 1), name)))}
                    </span>
                  ))}
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
