"use client";

import { IconArrowsUpDown } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useTaskKinds } from "@/components/layout/task-kind";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";
import { isTaskOver } from "@/lib/shared/task-state";
import { fractionOf } from "@/components/domain/task/task-progress";
import { taskStore } from "@/components/domain/task/task-store";
import { arePanelsHidden, meanFraction } from "@/components/domain/transfer/transfer-panels";
import { isUploading } from "@/lib/client/upload/upload-queue";
import { movingUploads } from "@/components/domain/upload/moving-uploads";
import { uploadStore } from "@/components/domain/upload/upload-store";
import styles from "./transfer-button.module.css";

const radius = 11;
const roundPx = 2 * Math.PI * radius;

/** The header's ring: how far uploads and jobs are together. Shows and hides their panels; absent while there are none. */
export function TransferButton() {
  const t = useTranslations("task.button");
  const kinds = useTaskKinds();
  const { queue, reading } = useStore(uploadStore);
  const tasks = [...useStore(taskStore).values()].map(({ task }) => task);
  const isHidden = useStore(arePanelsHidden);
  const { elsewhere } = useStore(movingUploads);
  const hasUploads = queue.items.length > 0 || reading !== null;
  if (!hasUploads && tasks.length + elsewhere.length === 0) return null;

  const running = tasks.filter((task) => !isTaskOver(task));
  const isBusy = reading !== null || isUploading(queue);
  const fractions = running.map((task) => fractionOf(task, kinds.find(task.kind)?.counts));
  if (isBusy) fractions.push(queue.totalBytes === 0 ? null : queue.sentBytes / queue.totalBytes);
  for (const { upload, fraction } of elsewhere) if (upload.state === "active") fractions.push(fraction);
  const count = fractions.length;
  const fraction = meanFraction(fractions);
  const hasFailed = queue.counts.failed > 0 || tasks.some(({ failureCount }) => failureCount > 0);
  const toggle = () => {
    // Shown again they are open, whatever they were before.
    if (isHidden) uploadStore.set((view) => ({ ...view, isMinimised: false }));
    arePanelsHidden.set(!isHidden);
  };
  return (
    <IconButton
      label={
        count === 0 ? t("ended") : fraction === null ? t("running", { count }) : t("progress", { count, fraction })
      }
      aria-expanded={!isHidden}
      onClick={toggle}
      icon={
        <span
          className={styles["ring"]}
          data-state={queue.isOffline ? "offline" : hasFailed ? "failed" : undefined}
          data-endless={(count > 0 && fraction === null) || undefined}
        >
          <svg viewBox="0 0 26 26" aria-hidden>
            <circle cx="13" cy="13" r={radius} />
            <circle
              className={styles["done"]}
              cx="13"
              cy="13"
              r={radius}
              strokeDasharray={`${(count === 0 ? 1 : (fraction ?? 0.25)) * roundPx} ${roundPx}`}
            />
          </svg>
          <IconArrowsUpDown size={14} aria-hidden />
        </span>
      }
    />
  );
}
