"use client";

import { useFormatter, useTranslations } from "next-intl";
import { Ago } from "@/components/domain/live/ago";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Facts, type Fact } from "@/components/ui/details/facts";
import type { UnitResources, UnitRow, UnitTimer } from "@/lib/contracts/systemd";

type Props = {
  properties: Readonly<Record<string, string>>;
  resources: UnitResources;
  timer: UnitTimer | null;
  row: UnitRow | null;
};

/** What counts of the hundreds of properties; what the list has is newer. */
export function UnitFacts({ properties, resources, timer, row }: Props) {
  const t = useTranslations("systemd.details");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const of = (name: string) => properties[name] ?? "";
  const { tasks_max, memory_peak, memory_max, cpu_ms, restarts } = resources;
  const since = row?.since ?? resources.since;
  const pid = row?.pid ?? resources.pid;
  const tasks = row?.tasks ?? resources.tasks;
  const memory = row?.memory ?? resources.memory;
  /** A limit alone where it holds and nothing is counted. */
  const within = (now: string | null, most: string | null) => {
    if (now === null) return most === null || pid === null ? "" : t("atMost", { most });
    return most === null ? now : t("within", { now, most });
  };
  const count = (number: number | null) => (number === null ? null : format.number(number));
  const size = (bytes: number | null) => (bytes === null ? null : formatSize(bytes));
  const moment = (at: number | null) =>
    at === null ? t("never") : format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const timerFacts: readonly Fact[] =
    timer === null
      ? []
      : [
          { label: t("schedule"), value: timer.schedules.join(", "), isCode: true },
          { label: t("next"), value: moment(row?.next ?? timer.next) },
          { label: t("last"), value: moment(timer.last) },
          { label: t("starts"), value: timer.starts, isCode: true },
        ];
  const facts: readonly Fact[] = [
    { label: t("description"), value: of("Description") },
    ...timerFacts,
    { label: t("status"), value: of("StatusText") },
    {
      label: t("result"),
      value: of("Result") === "success" ? "" : [of("Result"), of("ExecMainStatus")].filter(Boolean).join(" "),
    },
    { label: t("since"), value: since === null ? null : <Ago at={since} /> },
    { label: t("pid"), value: pid === null ? "" : String(pid) },
    { label: t("tasks"), value: within(count(tasks), count(tasks_max)) },
    { label: t("memory"), value: within(size(memory), size(memory_max)) },
    { label: t("peak"), value: size(memory_peak) },
    { label: t("cpuTime"), value: cpu_ms === null ? "" : cpuTime(cpu_ms / 1000) },
    { label: t("restarts"), value: count(restarts) },
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
