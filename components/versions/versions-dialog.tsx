"use client";

import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import type { FolderToolProps } from "@/components/domain/tool/folder-tool";
import { startDownload } from "@/components/domain/verbs/download-entries";
import { useWords } from "@/components/domain/entry/words";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { EmptyState } from "@/components/ui/state/empty-state";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { versionContract } from "@/lib/contracts/version";
import { nameOf, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import type { OpenedVersion } from "./version-open";
import styles from "./versions.module.css";

const VersionOpen = lazyScreen(() => import("./version-open"));

type Version = OutputOf<typeof versionContract.listVersions>["versions"][number];

/** What a file held before it was written anew: to be looked at, taken along, or written into it again. */
export default function VersionsDialog({ path, onClose }: FolderToolProps) {
  const t = useTranslations("versions");
  const versions = useQuery({
    queryKey: ["file", "versions", path],
    queryFn: ({ signal }) => api.version.listVersions({ path }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [opened, setOpened] = useState<OpenedVersion | null>(null);
  // A viewer lies below the dialogs.
  if (opened !== null) return <VersionOpen path={path} version={opened} onClose={() => setOpened(null)} />;
  return (
    <DialogCard title={<bdi>{t("title", { name: shownName(nameOf(path)) })}</bdi>} onClose={onClose} size={560}>
      <QueryState query={versions} rows={3}>
        {({ versions: list }) =>
          list.length === 0 ? (
            <EmptyState icon={<IconHistory size={22} />} title={t("empty")} hint={t("emptyHint")} />
          ) : (
            <VersionList path={path} versions={list} onOpen={setOpened} />
          )
        }
      </QueryState>
    </DialogCard>
  );
}

type ListProps = { path: VirtualPath; versions: readonly Version[]; onOpen: (version: OpenedVersion) => void };

function VersionList({ path, versions, onOpen }: ListProps) {
  const t = useTranslations("versions");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const { errorText } = useWords();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const time = (timeMs: number) => format.dateTime(timeMs, { dateStyle: "medium", timeStyle: "short" });

  const tell = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    }
  };
  const download = (id: string) =>
    tell(async () => {
      const { ticket } = await api.file.ticket({ files: [path] });
      startDownload(urls.versionContent(path, id, { ticket, inline: false }));
    });
  const open = ({ id, size, changed_at: changedAt }: Version) =>
    tell(async () => {
      const { ticket } = await api.file.ticket({ files: [path] });
      onOpen({ id, ticket, size, changedAt });
    });
  const restore = ({ id, changed_at: changedAt }: Version) =>
    tell(async () => {
      setBusy(id);
      try {
        await api.version.restoreVersion({ path, version: id });
        showToast({ kind: "success", message: t("restored", { time: time(changedAt) }) });
      } finally {
        setBusy(null);
        await queryClient.invalidateQueries({ queryKey: ["file", "versions", path] });
      }
    });

  return (
    <>
      <p className={styles["hint"]}>{t("hint")}</p>
      <ul className={styles["list"]}>
        {versions.map((version) => {
          const label = time(version.changed_at);
          const by = t("replaced", { name: version.replaced_by, time: time(version.replaced_at) });
          return (
            <li key={version.id} className={styles["version"]}>
              <span className={styles["about"]}>
                <strong>{label}</strong> <span className={styles["dim"]}>{formatSize(version.size)}</span>
                <span className={styles["by"]}>{by}</span>
              </span>
              <span className={styles["buttons"]}>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t("openOf", { time: label })}
                  onClick={() => void open(version)} // tells its own failures
                >
                  {t("open")}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t("downloadOf", { time: label })}
                  onClick={() => void download(version.id)} // tells its own failures
                >
                  {t("download")}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t("restoreOf", { time: label })}
                  loading={busy === version.id}
                  disabled={busy !== null}
                  onClick={() => void restore(version)} // tells its own failures
                >
                  {t("restore")}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
