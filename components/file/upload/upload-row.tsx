"use client";

import { IconCheck, IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { AppError, type ErrorKey } from "@/lib/shared/errors";
import { useFormatSize } from "@/components/layout/use-format-size";
import { retryUpload } from "./run-uploads";
import type { UploadState } from "./upload-queue";
import { uploadEngine } from "./upload-store";
import styles from "@/components/file/panel.module.css";

export const uploadRowHeight = 62;

type Props = {
  id: number;
  top: number;
  count: number;
  name: string;
  state: UploadState;
  sentBytes: number;
  sizeBytes: number;
  error: ErrorKey | null;
};

/** One upload. Its parts are plain values, so that only rows that moved are drawn anew. */
export const UploadRow = memo(function UploadRow({ id, top, count, name, state, sentBytes, sizeBytes, error }: Props) {
  const t = useTranslations("upload");
  const formatSize = useFormatSize();
  const errorText = useErrorText();
  const isOpen = state === "waiting" || state === "sending" || state === "offline";
  const percent = sizeBytes === 0 ? 0 : Math.floor((sentBytes / sizeBytes) * 100);
  const facts =
    state === "sending"
      ? t("sent", { sent: formatSize(sentBytes), size: formatSize(sizeBytes) })
      : error === null
        ? t(`state.${state}`, { size: formatSize(sizeBytes) })
        : errorText(new AppError(error));
  return (
    <li
      className={styles["item"]}
      aria-setsize={count}
      aria-posinset={id + 1}
      style={{
        position: "absolute",
        insetInline: 0,
        transform: `translateY(${top}px)`,
        blockSize: uploadRowHeight,
        boxSizing: "border-box",
      }}
      data-over={!isOpen || undefined}
    >
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto" title={name}>
          {name}
        </span>
        {state === "failed" ? (
          <IconButton
            className={styles["small"]}
            label={t("retry", { name })}
            icon={<IconRefresh size={15} />}
            onClick={() => retryUpload(id)}
          />
        ) : null}
        {state === "done" ? <IconCheck className={styles["ok"]} size={16} aria-hidden /> : null}
        {isOpen ? (
          <IconButton
            className={styles["small"]}
            label={t("cancel", { name })}
            icon={<IconX size={15} />}
            onClick={() => uploadEngine.get()?.cancel(id)}
          />
        ) : null}
      </div>
      <div className={styles["facts"]} data-state={state} title={error === null ? undefined : facts}>
        {facts}
      </div>
      {isOpen ? (
        <div className={styles["meter"]} style={{ marginBlockStart: 3 }} aria-hidden>
          <div className={styles["fill"]} data-state={state} style={{ inlineSize: `${percent}%` }} />
        </div>
      ) : null}
    </li>
  );
});
