"use client";

import { Button } from "@mantine/core";
import { IconDatabaseExport, IconDownload } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useWords } from "@/components/domain/entry/words";
import { watchTask } from "@/components/domain/task/task-store";
import { downloadEntries } from "@/components/domain/verbs/download-entries";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { CopyLine } from "@/components/ui/copy-line";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { IconButton } from "@/components/ui/icon-button";
import { Table, type Column } from "@/components/ui/table";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { backupContract, BackupFile } from "@/lib/contracts/backup";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { madeKey } from "./backup-keys";
import styles from "./backup.module.css";

type Made = OutputOf<typeof backupContract.listBackups>;

/** While one is being made, and for its end. */
const lookMs = 3_000;

/** What the last run came to, and the backups that are there. */
export function MadeBackups() {
  const t = useTranslations("backup.setting.made");
  const tUi = useTranslations("ui");
  const words = useWords();
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries({ queryKey: madeKey });
  const made = useQuery({
    queryKey: madeKey,
    queryFn: ({ signal }) => api.backup.listBackups({}, { signal }),
    refetchInterval: ({ state }) => (state.data?.is_running === true ? lookMs : false),
  });
  const run = useMutation({
    mutationFn: () => api.backup.runBackup({}),
    onSuccess: ({ taskId }) => {
      watchTask(taskId, words, refresh);
      refresh();
    },
  });
  return (
    <div className={styles["made"]}>
      <div className={styles["head"]}>
        <h3>{t("title")}</h3>
        <Button
          variant="default"
          leftSection={<IconDatabaseExport size={16} />}
          loading={run.isPending || made.data?.is_running === true}
          onClick={() => run.mutate()}
        >
          {t("now")}
        </Button>
      </div>
      <QueryState query={made} rows={3}>
        {(found) => (
          <>
            <LastRun made={found} />
            <Files backups={found.backups} />
            <CopyLine
              caption={t("restore")}
              value={found.restore_command}
              texts={{ copy: tUi("copy"), copied: tUi("copied") }}
            />
          </>
        )}
      </QueryState>
    </div>
  );
}

function LastRun({ made: { last, next_at: next, is_running: isRunning, problem } }: { made: Made }) {
  const t = useTranslations("backup.setting.made");
  const format = useFormatter();
  const errorText = useErrorText();
  const time = (at: number) => format.dateTime(at, { dateStyle: "medium", timeStyle: "short" });
  const reason = (key: string) => errorText(new AppError(isErrorKey(key) ? key : "internal"));
  return (
    <>
      {problem === null ? null : <Banner kind="error">{t("unread", { reason: reason(problem) })}</Banner>}
      {last === null || last.problem === null ? null : (
        <Banner kind="error">{t("failed", { time: time(last.at), reason: reason(last.problem) })}</Banner>
      )}
      <p className={styles["note"]}>
        {[
          isRunning ? t("running") : null,
          last === null || last.problem !== null ? null : t("last", { time: time(last.at) }),
          next === null ? null : t("next", { time: time(next) }),
        ]
          .filter((part) => part !== null)
          .join(" · ")}
      </p>
    </>
  );
}

function Files({ backups }: { backups: readonly BackupFile[] }) {
  const t = useTranslations("backup.setting.made");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const words = useWords();
  if (backups.length === 0) return <p className={styles["note"]}>{t("empty")}</p>;
  const columns: Column<BackupFile>[] = [
    {
      id: "made",
      title: t("columns.made"),
      sortBy: ({ at }) => at,
      firstDirection: "down",
      renderCell: ({ at, name, is_encrypted: isSealed }) => (
        <span className={styles["name"]} title={name}>
          {format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" })}
          {isSealed ? <Badge tone="ok">{t("sealed")}</Badge> : null}
        </span>
      ),
    },
    {
      id: "size",
      title: t("columns.size"),
      align: "end",
      sortBy: ({ bytes }) => bytes,
      firstDirection: "down",
      renderCell: ({ bytes }) => <bdi>{formatSize(bytes)}</bdi>,
    },
    {
      id: "actions",
      title: t("columns.actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: ({ path, name }) => (
        <IconButton
          label={t("download", { name })}
          icon={<IconDownload size={17} />}
          onClick={() => void downloadEntries({ files: [path] }, words)} // shows its own failures
        />
      ),
    },
  ];
  return <Table label={t("title")} columns={columns} rows={backups} rowKey={({ name }) => name} />;
}
