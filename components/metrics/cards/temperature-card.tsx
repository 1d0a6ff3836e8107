"use client";

import { useTranslations } from "next-intl";
import { ChartPart } from "@/components/metrics/chart/chart-part";
import type { ChartColour } from "@/components/metrics/chart/chart-spec";
import { summaryOf } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import { metricKey } from "@/lib/shared/metrics";
import type { CardProps } from "./card-props";
import { Headline } from "./headline";
import styles from "./cards.module.css";

const colours: readonly ChartColour[] = [5, 3, 1, 2, 4, 6];

/** The warmest place at a glance, all of them below. */
export function TemperatureCard({ view: { machine, now, frame }, way }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const sensors = machine.sensors
    .map(({ id, label, highCelsius }) => {
      const key = metricKey("temperature", "celsius", id);
      const value = frame.stepMs === null ? now[key] : summaryOf(frame, key)?.highest;
      return { key, label: label ?? id, title: id, highCelsius, value };
    })
    .sort((a, b) => (b.value ?? -Infinity) - (a.value ?? -Infinity));
  const [hottest] = sensors;
  const lines = sensors.flatMap(({ key, label }, index) => {
    const colour = colours[index];
    return colour === undefined ? [] : [{ key, label, colour }];
  });
  const rest = sensors.slice(lines.length);
  const isHot = sensors.some(({ value, highCelsius }) => highCelsius !== null && (value ?? 0) >= highCelsius);
  return (
    <>
      <Headline values={[{ value: formats.celsius(hottest?.value) }]}>
        <bdi>{hottest?.label}</bdi>{" "}
        {isHot ? <strong className={styles["alarm"]}>{t("temperatures.hot")}</strong> : null}
      </Headline>
      <ChartPart {...way} label={t("cards.temperatures")} spec={{ unit: "celsius", lines }} frame={frame} />
      {rest.length === 0 ? null : (
        <ul className={styles["devices"]}>
          {rest.map(({ key, label, title, value }) => (
            <li key={key} className={styles["device"]}>
              <bdi className={styles["rowName"]} title={title}>
                {label}
              </bdi>
              <output className={styles["percent"]}>{formats.celsius(value)}</output>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
