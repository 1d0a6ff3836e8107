"use client";

import { useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import type { UnitRow } from "@/lib/contracts/systemd";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./systemd.module.css";

type Props = { properties: Readonly<Record<string, string>>; row: UnitRow | null };

/** What counts of the hundreds of properties. */
export function UnitFacts({ properties, row }: Props) {
  const t = useTranslations("systemd.details");
  const formatSize = useFormatSize();
  const of = (name: string) => properties[name] ?? "";
  const size = (text: string) => (/^\d{1,15}$/.test(text) ? formatSize(Number(text)) : "");
  const { memory, tasks } = row ?? { memory: null, tasks: null };
  const facts: readonly [string, string][] = [
    [t("description"), of("Description")],
    [t("status"), of("StatusText")],
    [t("result"), of("Result") === "success" ? "" : [of("Result"), of("ExecMainStatus")].filter(Boolean).join(" ")],
    [t("pid"), of("MainPID") === "0" ? "" : of("MainPID")],
    [t("memory"), memory === null ? "" : formatSize(memory)],
    [t("peak"), size(of("MemoryPeak"))],
    [t("tasks"), tasks === null ? "" : String(tasks)],
    [t("restarts"), of("NRestarts") === "0" ? "" : of("NRestarts")],
    [t("account"), of("User")],
    [t("folder"), of("WorkingDirectory")],
  ];
  return (
    <dl className={styles["facts"]}>
      {facts
        .filter(([, value]) => value !== "")
        .map(([label, value]) => (
          <div key={label} style={{ display: "contents" }}>
            <dt>{label}</dt>
            <dd>
              <bdi>{shownName(value)}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}
