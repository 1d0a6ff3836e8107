"use client";

import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { StackRow } from "@/lib/contracts/stack";
import { stackStateOf, type StackState } from "./stack-state";
import styles from "./stack.module.css";

const tones = {
  trouble: "bad",
  partial: "warn",
  running: "ok",
  stopped: "plain",
  none: "plain",
} as const satisfies Record<StackState, string>;

/** How a stack is, or what is being done with it; and that what was done last failed. */
export function StackBadge({ row }: { row: Pick<StackRow, "services" | "working" | "failed"> }) {
  const t = useTranslations("stack");
  if (row.working !== null) return <Badge tone="accent">{t(`working.${row.working}`)}</Badge>;
  const state = stackStateOf(row);
  return (
    <>
      <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
      {row.failed === null ? null : (
        <span className={styles["failed"]} data-tip={t("lastFailed")}>
          <IconAlertTriangle size={16} />
          <span className="visually-hidden">{t("lastFailed")}</span>
        </span>
      )}
    </>
  );
}
