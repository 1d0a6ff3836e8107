"use client";

import { IconDownload, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { IconButton } from "@/components/ui/icon-button";
import { Table, type Column } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast/toast-store";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { RecordingInfo } from "@/lib/contracts/recordings";
import { shownName } from "@/lib/shared/shown-name";
import { formatDuration } from "./format-duration";
import { addressOf } from "./recording-filter";
import { recordingRequest } from "./recording-request";
import styles from "./recording.module.css";

export function RecordingTable({ recordings }: { recordings: readonly RecordingInfo[] }) {
  const t = useTranslations("terminal.recordings");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const columns: Column<RecordingInfo>[] = [
    {
      id: "startedAt",
      title: t("columns.startedAt"),
      renderCell: ({ startedAt, isRunning, stopped }) => (
        <span className={`${styles["badges"]} ${styles["besideTools"]}`}>
          <time dateTime={new Date(startedAt).toISOString()}>
            <bdi>{format.dateTime(startedAt, { dateStyle: "medium", timeStyle: "short" })}</bdi>
          </time>
          {isRunning ? <Badge tone="bad">{t("running")}</Badge> : null}
          {stopped === null ? null : (
            <span data-tip={t(`stopped.${stopped}`)}>
              <Badge tone="warn">{t("incomplete")}</Badge>
              <span className="visually-hidden">{t(`stopped.${stopped}`)}</span>
            </span>
          )}
        </span>
      ),
    },
    {
      id: "user",
      title: t("columns.user"),
      renderCell: ({ username }) => (
        <Link href={addressOf({ username })} prefetch={false}>
          {username}
        </Link>
      ),
    },
    {
      id: "program",
      title: t("columns.program"),
      renderCell: ({ program }) => <bdi>{shownName(program)}</bdi>,
    },
    {
      id: "duration",
      title: t("columns.duration"),
      renderCell: ({ durationMs }) => <span className={styles["figure"]}>{formatDuration(durationMs)}</span>,
    },
    {
      id: "size",
      title: t("columns.size"),
      renderCell: ({ sizeBytes }) => <span className={styles["figure"]}>{formatSize(sizeBytes)}</span>,
    },
    {
      id: "actions",
      title: t("columns.actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: (recording) => <RecordingActions recording={recording} />,
    },
  ];
  return <Table label={t("title")} columns={columns} rows={recordings} rowKey={({ id }) => id} />;
}

function RecordingActions({ recording }: { recording: RecordingInfo }) {
  const t = useTranslations("terminal.recordings");
  const errorText = useErrorText();
  const format = useFormatter();
  const queryClient = useQueryClient();
  const { id, username, startedAt, isRunning } = recording;
  const attempt = (work: () => Promise<unknown>) => {
    work().catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
  const download = async () => {
    const { ticket } = await api.terminal.ticketRecording({ id });
    startDownload(urls.recording(id, ticket));
  };
  const remove = async () => {
    const time = format.dateTime(startedAt, { dateStyle: "medium", timeStyle: "short" });
    const isSure = await openConfirm({
      title: t("deleteTitle"),
      body: t("deleteBody", { username, time }),
      confirmLabel: t("delete"),
      danger: true,
    });
    if (!isSure) return;
    await api.terminal.deleteRecording({ id });
    await queryClient.invalidateQueries({ queryKey: ["terminal", "recordings"] });
  };
  return (
    <div className={styles["tools"]}>
      <IconButton
        label={t("play")}
        icon={<IconPlayerPlay size={18} />}
        onClick={() => recordingRequest.set(recording)}
      />
      <IconButton label={t("download")} icon={<IconDownload size={18} />} onClick={() => attempt(download)} />
      <IconButton
        label={t("delete")}
        icon={<IconTrash size={18} />}
        disabledReason={isRunning ? t("running") : null}
        onClick={() => attempt(remove)}
      />
    </div>
  );
}
