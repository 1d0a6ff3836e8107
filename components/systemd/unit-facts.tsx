"use client";

import { useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Facts, type Fact } from "@/components/ui/details/facts";
import type { UnitRow } from "@/lib/contracts/systemd";

type Props = { properties: Readonly<Record<string, string>>; row: UnitRow | null };

/** What counts of the hundreds of properties. */
export function UnitFacts({ properties, row }: Props) {
  const t = useTranslations("systemd.details");
  const formatSize = useFormatSize();
  const of = (name: string) => properties[name] ?? "";
  const size = (text: string) => (/^\d{1,15}$/.test(text) ? formatSize(Number(text)) : "");
  const { memory, tasks } = row ?? { memory: null, tasks: null };
  const facts: readonly Fact[] = [
    { label: t("description"), value: of("Description") },
    { label: t("status"), value: of("StatusText") },
    {
      label: t("result"),
      value: of("Result") === "success" ? "" : [of("Result"), of("ExecMainStatus")].filter(Boolean).join(" "),
    },
    { label: t("pid"), value: of("MainPID") === "0" ? "" : of("MainPID") },
    { label: t("memory"), value: memory === null ? "" : formatSize(memory) },
    { label: t("peak"), value: size(of("MemoryPeak")) },
    { label: t("tasks"), value: tasks === null ? "" : String(tasks) },
    { label: t("restarts"), value: of("NRestarts") === "0" ? "" : of("NRestarts") },
    { label: t("account"), value: of("User") },
    { label: t("folder"), value: of("WorkingDirectory") },
  ];
  return <Facts facts={facts} />;
}
