"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- <progress> is not coloured alike in every browser */

import { Button } from "@mantine/core";
import { IconAlertCircle, IconChevronDown, IconChevronUp, IconCircleCheck, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";
import { useFormatSize, type FormatSize } from "@/components/layout/use-format-size";
import { closeUploads, resumeUploads, retryUploads } from "./run-uploads";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { isUploading, type UploadQueue } from "@/lib/client/upload/upload-queue";
import { UploadList } from "./upload-list";
import { uploadEngine, uploadStore, type UploadView } from "./upload-store";
import { useLeave } from "./use-leave";
import styles from "@/components/domain/transfer/panel.module.css";

/** Uploads of this tab: progress, speed, time left; cancel and retry for one and for all. `stays`: open, until it is closed. */
export default function UploadPanel({ stays = false }: { stays?: boolean }) {
  const formatSize = useFormatSize();
  const t = useTranslations("upload");
  const view = useStore(uploadStore);
  const { queue } = view;
  const isMinimised = view.isMinimised && !stays;
  const isBusy = isUploading(queue);
  const { failed } = queue.counts;
  const percent = queue.totalBytes === 0 ? (isBusy ? 0 : 100) : Math.floor((queue.sentBytes / queue.totalBytes) * 100);
  const { paused } = queue.counts;
  const isOver = !isBusy && paused === 0 && view.reading === null;
  const panel = useRef<HTMLElement>(null);
  useLeave(panel, isOver && failed === 0 && !stays);
  const minimise = () => uploadStore.set((current) => ({ ...current, isMinimised: !current.isMinimised }));
  return (
    <section ref={panel} className={styles["panel"]} aria-label={t("panel")} data-minimised={isMinimised || undefined}>
      <h2 className={styles["head"]} data-over={isOver || undefined}>
        {isOver ? <EndIcon queue={queue} /> : null}
        <span className={`${styles["title"]} ${styles["words"]}`}>
          {titleOf(view, t)}
          {isOver ? <small>{outcomeOf(view, t, formatSize)}</small> : null}
        </span>
        <span className={styles["speed"]}>{isBusy ? paceOf(view, t, formatSize) : ""}</span>
        {stays ? null : (
          <IconButton
            className={styles["small"]}
            label={isMinimised ? t("show") : t("minimise")}
            icon={isMinimised ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
            aria-expanded={!isMinimised}
            onClick={minimise}
          />
        )}
        {isOver ? (
          <IconButton
            className={styles["small"]}
            label={t("close")}
            icon={<IconX size={16} />}
            onClick={closeUploads}
          />
        ) : null}
      </h2>
      {isOver ? null : (
        <div
          className={styles["meter"]}
          style={{ margin: 0, borderRadius: 0 }}
          role="progressbar"
          aria-label={t("total")}
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <div
            className={styles["fill"]}
            data-state={queue.isOffline ? "offline" : "sending"}
            style={{ inlineSize: `${percent}%` }}
          />
        </div>
      )}
      {queue.isOffline ? <output className={styles["note"]}>{t("offline")}</output> : null}
      {isMinimised ? null : <UploadList view={view} />}
      {isMinimised || (!isBusy && failed === 0 && paused === 0) ? null : (
        <div className={styles["foot"]}>
          {paused > 0 ? (
            <Button size="compact-sm" variant="default" onClick={() => resumeUploads("all")}>
              {t("resumeAll")}
            </Button>
          ) : null}
          {isBusy ? (
            <Button size="compact-sm" variant="default" onClick={() => uploadEngine.get()?.pauseAll()}>
              {t("pauseAll")}
            </Button>
          ) : null}
          {failed > 0 ? (
            <Button size="compact-sm" variant="default" onClick={() => retryUploads("all")}>
              {t("retryAll", { count: failed })}
            </Button>
          ) : null}
          {isBusy || paused > 0 ? (
            <Button size="compact-sm" variant="default" onClick={() => uploadEngine.get()?.cancelAll()}>
              {t("cancelAll")}
            </Button>
          ) : null}
        </div>
      )}
    </section>
  );
}

function EndIcon({ queue: { counts } }: { queue: UploadQueue }) {
  if (counts.failed > 0) return <IconAlertCircle className={styles["bad"]} size={18} aria-hidden />;
  return counts.done > 0 ? <IconCircleCheck className={styles["ok"]} size={18} aria-hidden /> : null;
}

type Translate = ReturnType<typeof useTranslations<"upload">>;

function titleOf({ queue, reading }: UploadView, t: Translate): string {
  if (reading !== null) return t("reading", { count: reading });
  const { waiting, sending, offline, paused, done, failed } = queue.counts;
  const left = waiting + sending + offline;
  if (left === 0 && paused > 0) return t("allPaused", { count: paused });
  if (left > 0) return t("uploading", { count: left });
  if (failed > 0) return t("someFailed", { count: failed });
  const { cancelled, skipped } = queue.counts;
  if (cancelled > 0) return t("cancelledAfter", { count: done + skipped, total: done + skipped + cancelled });
  return done === 0 && skipped > 0 ? t("alreadyThere", { count: skipped }) : t("uploaded", { count: done });
}

/** What did arrive: how much in which time, or how many if the title tells of the others. */
function outcomeOf({ queue: { counts, sentBytes }, tookMs }: UploadView, t: Translate, formatSize: FormatSize): string {
  if (counts.failed > 0) return t("uploaded", { count: counts.done });
  if (counts.done === 0) return "";
  if (counts.cancelled > 0) return t("kept");
  return t("took", { size: formatSize(sentBytes), time: formatDuration(Math.max(1, tookMs / 1000)) });
}

function paceOf({ queue, bytesPerSecond }: UploadView, t: Translate, formatSize: FormatSize): string {
  if (queue.isOffline || bytesPerSecond < 1) return "";
  const left = formatDuration((queue.totalBytes - queue.sentBytes) / bytesPerSecond);
  return t("pace", { speed: formatSize(bytesPerSecond), left });
}
