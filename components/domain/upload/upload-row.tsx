"use client";

import { Button } from "@mantine/core";
import { IconCheck, IconShieldCheck } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { AppError, type ErrorKey } from "@/lib/shared/errors";
import { useFormatSize, type FormatSize } from "@/components/layout/use-format-size";
import { formatDuration } from "@/components/domain/transfer/speed-meter";
import { resumeUploads, retryUploads, settleTaken } from "./run-uploads";
import { hopelessErrors, type UploadState } from "@/lib/client/upload/upload-item";
import { isOpen } from "@/lib/client/upload/upload-queue";
import { UploadLine, type LinePlace } from "./upload-line";
import { uploadEngine } from "./upload-store";
import styles from "@/components/domain/transfer/panel.module.css";

/** On a phone the buttons are larger. */
export const uploadRowHeight = { wide: 62, narrow: 72 } as const;

type Props = LinePlace & {
  id: number;
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
  const { position, count, top, height, id, name, state, sentBytes, sizeBytes, error, isVerified, finishing } = props;
  const t = useTranslations("upload");
  const formatSize = useFormatSize();
  const errorText = useErrorText();
  const isTaken = state === "failed" && error === "file/exists";
  const mayGoOn = isOpen({ state });
  const facts =
    state === "sending" || (state === "paused" && sentBytes > 0)
      ? sentText(props, t, formatSize)
      : error === null
        ? t(`state.${state}`, { size: formatSize(sizeBytes) })
        : errorText(new AppError(error));
  const description = isVerified ? `${facts} · ${t("verified")}` : facts;
  const mayRetry = state === "failed" && !isTaken && (error === null || !hopelessErrors.has(error));
  return (
    <UploadLine
      {...{ position, count, top, height, name, state }}
      facts={description}
      factsTip={error === null ? undefined : description}
      fraction={mayGoOn ? (finishing ?? (sizeBytes === 0 ? 0 : sentBytes / sizeBytes)) : null}
      extra={
        isTaken ? (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => void settleTaken(id)}
            aria-label={t("settle", { name })}
          >
            {t("choose")}
          </Button>
        ) : state === "done" ? (
          <DoneMark isVerified={isVerified} />
        ) : null
      }
      onRetry={mayRetry ? () => retryUploads([id]) : undefined}
      onPause={mayGoOn && state !== "paused" ? () => uploadEngine.get()?.pause([id]) : undefined}
      onResume={state === "paused" ? () => resumeUploads([id]) : undefined}
      onCancel={mayGoOn ? () => uploadEngine.get()?.cancel([id]) : undefined}
    />
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
