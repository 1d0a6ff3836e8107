"use client";

import { IconCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { isOpen } from "@/lib/client/upload/upload-queue";
import { resumeUploads, retryUploads } from "./run-uploads";
import { UploadLine, type LinePlace } from "./upload-line";
import type { FolderRow } from "./upload-rows";
import { uploadEngine } from "./upload-store";
import styles from "@/components/domain/transfer/panel.module.css";

/** A folder that is uploaded: how many of its files are there, and buttons for all of them. */
export function UploadFolderRow({ row, ...place }: LinePlace & { row: FolderRow }) {
  const t = useTranslations("upload");
  const { name, items, total, done, failed, sentBytes, totalBytes, open, paused, state } = row;
  const counts = t("folder", { done, total });
  const facts = failed > 0 ? `${counts} · ${t("failedIn", { count: failed })}` : counts;
  const ids = () => items.map(({ id }) => id);
  /** A file that failed can be tried again. */
  const openIds = () => items.filter(isOpen).map(({ id }) => id);
  return (
    <UploadLine
      {...place}
      name={name}
      state={state}
      facts={total === 0 ? t("state.cancelled") : facts}
      fraction={open === 0 ? null : totalBytes === 0 ? done / total : sentBytes / totalBytes}
      extra={state === "done" ? <IconCheck className={styles["ok"]} size={16} aria-hidden /> : null}
      onRetry={failed > 0 ? () => retryUploads(ids()) : undefined}
      onPause={open > paused ? () => uploadEngine.get()?.pause(openIds()) : undefined}
      onResume={paused > 0 ? () => resumeUploads(openIds()) : undefined}
      onCancel={open > 0 ? () => uploadEngine.get()?.cancel(openIds()) : undefined}
    />
  );
}
