"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { crosshair } from "@/components/metrics/chart/crosshair";
import { nearestIndex, summaryOf, type Frame } from "@/components/metrics/view/frame";
import { useFormats } from "@/components/metrics/view/use-formats";
import { useDelayedValue } from "@/components/metrics/view/use-delayed-value";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { BusyProcess } from "@/lib/contracts/metrics";
import { shownName } from "@/lib/shared/shown-name";
import type { CardProps } from "./card-props";
import styles from "./cards.module.css";

/** A mark that moves on is not asked about. */
const restMs = 200;

/** Who takes most now; of the past, who was behind the point that is marked, or behind the peak. */
export function ProcessCard({ view: { machine, frame } }: CardProps) {
  const t = useTranslations("metrics");
  const formats = useFormats();
  const { processes, at, isPeak } = useBehind(frame, machine.processes);
  return (
    <>
      <p className={styles["dim"]}>
        {at === null
          ? t("processes.now")
          : t(isPeak ? "processes.peak" : "processes.at", { time: formats.time(at, frame.stepMs) })}
      </p>
      {processes === null || processes.length === 0 ? (
        <p className={styles["none"]}>{processes === null ? "" : t("processes.unknown")}</p>
      ) : (
        <table className={styles["processes"]}>
          <thead>
            <tr>
              <th scope="col">{t("processes.name")}</th>
              <th scope="col">{t("processes.cpu")}</th>
              <th scope="col">{t("processes.memory")}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map(({ pid, name, cpu, memoryBytes, container }) => (
              <tr key={`${pid} ${name}`}>
                <th scope="row" title={t("processes.pid", { pid: String(pid) })}>
                  <bdi>{shownName(name)}</bdi>
                  {container === null ? null : (
                    <span className={styles["dim"]}> {t("processes.container", { name: container.slice(0, 12) })}</span>
                  )}
                </th>
                <td>{formats.percent(cpu)}</td>
                <td>{formats.size(memoryBytes === 0 ? null : memoryBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Link href={pages.processes()} className={styles["more"]}>
        {t("processes.all")}
      </Link>
    </>
  );
}

function useBehind(frame: Frame, now: readonly BusyProcess[]) {
  const marked = useDelayedValue(useStore(crosshair), restMs);
  const { stepMs } = frame;
  const peakAt = summaryOf(frame, "cpu/busy")?.highestAt ?? null;
  const wanted = marked ?? peakAt;
  const at = stepMs === null || wanted === null ? null : (frame.times[nearestIndex(frame.times, wanted)] ?? null);
  const query = useQuery({
    queryKey: ["metrics", "behind", at, stepMs],
    queryFn: ({ signal }) => {
      const half = (stepMs ?? 0) / 2;
      const from = Math.max(0, Math.round((at ?? 0) - half));
      return api.metrics.behind({ from, to: Math.round((at ?? 0) + half) }, { signal });
    },
    enabled: at !== null,
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  return {
    processes: at === null ? now : (query.data?.processes ?? null),
    at,
    isPeak: marked === null,
  };
}
