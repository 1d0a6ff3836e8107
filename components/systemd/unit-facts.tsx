"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Ago } from "@/components/domain/live/ago";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Facts, type Fact } from "@/components/ui/details/facts";
import type { UnitResources, UnitRow } from "@/lib/contracts/systemd";

type Props = { properties: Readonly<Record<string, string>>; resources: UnitResources; row: UnitRow | null };

/** What counts of the hundreds of properties; what the list has is newer. */
export function UnitFacts({ properties, resources, row }: Props) {
  const t = useTranslations("systemd.details");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const of = (name: string) => properties[name] ?? "";
  const { tasks_max, memory_peak, memory_max, cpu_ms, restarts } = resources;
  const { since, pid, tasks, memory } = row?.load === "loaded" ? row : resources;
  const within = (now: string, most: string | null) => (most === null ? now : t("within", { now, most }));
  const facts: readonly Fact[] = [
    { label: t("description"), value: of("Description") },
    { label: t("status"), value: of("StatusText") },
    {
      label: t("result"),
      value: of("Result") === "success" ? "" : [of("Result"), of("ExecMainStatus")].filter(Boolean).join(" "),
    },
    { label: t("since"), value: since === null ? null : <Ago at={since} /> },
    { label: t("pid"), value: pid === null ? "" : String(pid) },
    {
      label: t("tasks"),
      value: tasks === null ? "" : within(format.number(tasks), tasks_max === null ? null : format.number(tasks_max)),
    },
    {
      label: t("memory"),
      value: memory === null ? "" : within(formatSize(memory), memory_max === null ? null : formatSize(memory_max)),
    },
    { label: t("peak"), value: memory_peak === null ? "" : formatSize(memory_peak) },
    { label: t("cpuTime"), value: cpu_ms === null ? "" : cpuTime(cpu_ms / 1000) },
    { label: t("restarts"), value: restarts === null ? "" : format.number(restarts) },
    { label: t("account"), value: of("User") },
    { label: t("folder"), value: of("WorkingDirectory") },
  ];
  return <Facts facts={facts} />;

  function cpuTime(seconds: number): string {
    return seconds < 60
      ? format.number(seconds, { style: "unit", unit: "second", maximumFractionDigits: 1 })
      : formatDuration(seconds);
  }
}
