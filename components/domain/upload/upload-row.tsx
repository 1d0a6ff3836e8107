"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconPlayerPause, IconPlayerPlay, IconRefresh, IconShieldCheck, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { IconButton } from "@/components/ui/icon-button";
import { AppError, type ErrorKey } from "@/lib/shared/errors";
import { useFormatSize, type FormatSize } from "@/components/layout/use-format-size";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { shownName } from "@/lib/shared/shown-name";
import { resumeUpload, retryUpload, settleTaken } from "./run-uploads";
import { hopelessErrors, type UploadState } from "@/lib/client/upload/upload-item";
import { uploadEngine } from "./upload-store";
import styles from "@/components/domain/transfer/panel.module.css";

/** On a phone the buttons are larger. */
export const uploadRowHeight = { wide: 62, narrow: 72 } as const;

type Props = {
  id: number;
  top: number;
  height: number;
  count: number;
  name: string;
  state: UploadState;
  sentBytes: number;
  sizeBytes: number;
  error: ErrorKey | null;
  isVerified: boolean;
  bytesPerSecond: number;
  /** The server's part of it, from 0 to 1. */
  finishing: number | null;
};

/** One upload. Its parts are plain values, so that only rows that moved are drawn anew. */
export const UploadRow = memo(function UploadRow(props: Props) {
  const { id, top, height, count, name, state, sentBytes, sizeBytes, error, isVerified, finishing } = props;
  const t = useTranslations("upload");
  const formatSize = useFormatSize();
  const errorText = useErrorText();
  const isTaken = state === "failed" && error === "file/exists";
  const isOpen = state === "waiting" || state === "sending" || state === "offline" || state === "paused";
  const fraction = finishing ?? (sizeBytes === 0 ? 0 : sentBytes / sizeBytes);
  const percent = Math.floor(fraction * 100);
  const facts =
    state === "sending" || (state === "paused" && sentBytes > 0)
      ? sentText(props, t, formatSize)
      : error === null
        ? t(`state.${state}`, { size: formatSize(sizeBytes) })
        : errorText(new AppError(error));
  const description = isVerified ? `${facts} · ${t("verified")}` : facts;
  return (
    <li
      className={styles["item"]}
      aria-setsize={count}
      aria-posinset={id + 1}
      style={{
        position: "absolute",
        insetInline: 0,
        transform: `translateY(${top}px)`,
        blockSize: height,
        boxSizing: "border-box",
      }}
      data-over={!isOpen || undefined}
    >
      <div className={styles["line"]}>
        <span className={styles["name"]} dir="auto" title={shownName(name)}>
          {shownName(name)}
        </span>
        {isTaken ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void settleTaken(id)}
            aria-label={t("settle", { name })}
          >
            {t("choose")}
          </Button>
        ) : null}
        {state === "failed" && !isTaken && (error === null || !hopelessErrors.has(error)) ? (
          <IconButton
            className={styles["small"]}
            label={t("retry", { name })}
            icon={<IconRefresh size={15} />}
            onClick={() => retryUpload(id)}
          />
        ) : null}
        {state === "done" ? <DoneMark isVerified={isVerified} /> : null}
        {isOpen && state !== "paused" ? (
          <IconButton
            className={styles["small"]}
            label={t("pause", { name })}
            icon={<IconPlayerPause size={15} />}
            onClick={() => uploadEngine.get()?.pause(id)}
          />
        ) : null}
        {state === "paused" ? (
          <IconButton
            className={styles["small"]}
            label={t("resume", { name })}
            icon={<IconPlayerPlay size={15} />}
            onClick={() => resumeUpload(id)}
          />
        ) : null}
        {isOpen ? (
          <IconButton
            className={styles["small"]}
            label={t("cancel", { name })}
            icon={<IconX size={15} />}
            onClick={() => uploadEngine.get()?.cancel(id)}
          />
        ) : null}
      </div>
      <div className={styles["facts"]} data-state={state} title={error === null ? undefined : description}>
        {description}
      </div>
      {isOpen ? (
        <div className={styles["meter"]} style={{ marginBlockStart: 3 }} aria-hidden>
          <div className={styles["fill"]} data-state={state} style={{ inlineSize: `${percent}%` }} />
        </div>
      ) : null}
    </li>
  );
});

type Translate = ReturnType<typeof useTranslations<"upload">>;

/** How much of it, how fast, how long still. */
function sentText(
  { state, sentBytes, sizeBytes, bytesPerSecond, finishing }: Props,
  t: Translate,
  formatSize: FormatSize,
): string {
  if (finishing !== null) return t("finishing", { part: finishing });
  const sent = t("sent", { sent: formatSize(sentBytes), size: formatSize(sizeBytes) });
  if (state === "paused") return t("pausedAt", { sent });
  if (bytesPerSecond < 1) return sent;
  const left = formatDuration((sizeBytes - sentBytes) / bytesPerSecond);
  return `${sent} · ${t("pace", { speed: formatSize(bytesPerSecond), left })}`;
}

/** A shield where both sides have the same checksum. */
function DoneMark({ isVerified }: { isVerified: boolean }) {
  const Icon = isVerified ? IconShieldCheck : IconCheck;
  return <Icon className={styles["ok"]} size={16} aria-hidden />;
}
