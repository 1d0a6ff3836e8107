"use client";

import { useTranslations } from "next-intl";
import type { Machine } from "@/lib/contracts/metrics";
import styles from "@/components/metrics/arrange/dashboard.module.css";

const minuteMs = 60_000;

/** Which machine this is, and how long it has been up. */
export function MachineLine({ machine, atMs }: { machine: Machine; atMs: number }) {
  const { name, system, kernel, architecture, bootedAt } = machine;
  return (
    <p className={styles["machine"]}>
      <bdi>
        <strong>{name}</strong>
      </bdi>
      {system === null ? null : <bdi>{system}</bdi>}
      <bdi>{`Linux ${kernel}`}</bdi>
      <bdi>{architecture}</bdi>
      {bootedAt === null ? null : <Uptime ms={atMs - bootedAt} />}
    </p>
  );
}

function Uptime({ ms }: { ms: number }) {
  const t = useTranslations("metrics");
  const minutes = Math.max(0, Math.floor(ms / minuteMs));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  return <span>{days > 0 ? t("upDays", { days, hours }) : t("upHours", { hours, minutes: minutes % 60 })}</span>;
}
