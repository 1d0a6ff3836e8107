"use client";

import { useTranslations } from "next-intl";
import { ChartPart } from "@/components/metrics/chart/chart-part";
import type { ChartColour } from "@/components/metrics/chart/chart-spec";
import { useFormats } from "@/components/metrics/view/use-formats";
import { metricKey } from "@/lib/shared/metrics";
import type { CardProps } from "./card-props";
import { Headline } from "./headline";
import { UseBar } from "@/components/ui/use-bar";
import { useHeadline } from "./use-headline";
import styles from "./cards.module.css";

const colours: readonly ChartColour[] = [4, 2, 3, 1, 5, 6];

export function GpuCard({ view, way }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const { machine, now, frame } = view;
  const headline = useHeadline(view);
  const lines = machine.gpus.flatMap(({ id, name }, index) => {
    const colour = colours[index];
    return colour === undefined ? [] : [{ key: metricKey("gpu", "busy", id), label: name ?? id, colour }];
  });
  const { value, peak } = headline(lines[0]?.key ?? "", "share");
  return (
    <>
      <Headline values={[{ value }]}>{peak ?? <bdi>{lines[0]?.label}</bdi>}</Headline>
      <ChartPart {...way} label={t("cards.gpus")} spec={{ unit: "share", max: 1, lines }} frame={frame} />
      {machine.gpus.map(({ id, name, totalBytes }) => {
        const used = now[metricKey("gpu", "memory", id)];
        return totalBytes === null || used === undefined ? null : (
          <div key={id} className={styles["row"]}>
            <bdi className={styles["rowName"]}>{name ?? id}</bdi>
            <UseBar share={used / totalBytes} label={t("gpus.memory", { name: name ?? id })} />
            <output className={styles["rowValue"]}>
              {t("usedOf", { used: formats.size(used), total: formats.size(totalBytes) })}
            </output>
          </div>
        );
      })}
    </>
  );
}
