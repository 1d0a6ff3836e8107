"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Table, type Column } from "@/components/ui/table";
import { api } from "@/lib/client/call";
import type { SettingChanges } from "@/lib/contracts/setting-transfer";
import type { SettingsFile } from "./transfer-buttons";
import styles from "./settings.module.css";

type Change = SettingChanges["changes"][number];

/** What a file of settings would change, before it does. */
export default function ImportDialog({ file, onClose }: { file: SettingsFile; onClose: () => void }) {
  const t = useTranslations("setting.transfer");
  const tUi = useTranslations("ui");
  const queryClient = useQueryClient();
  const preview = useQuery({
    queryKey: ["setting", "import", file],
    queryFn: ({ signal }) => api.setting.previewSettings({ file }, { signal }),
    staleTime: 0,
  });
  const change = useMutation({
    mutationFn: () => api.setting.importSettings({ file }),
    onError: () => queryClient.invalidateQueries({ queryKey: ["setting"] }),
  });
  const hasChanges = (preview.data?.changes.length ?? 0) > 0;
  if (change.isSuccess) {
    // Forms begin anew with what is stored now.
    const finish = () => window.location.reload();
    return (
      <DialogCard title={t("title")} onClose={finish} footer={<Button onClick={finish}>{tUi("close")}</Button>}>
        <Banner kind="success">{t("done", { count: change.data.changes.length })}</Banner>
      </DialogCard>
    );
  }
  return (
    <DialogCard
      title={t("title")}
      onClose={onClose}
      size={860}
      fillsPhone
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {tUi("cancel")}
          </Button>
          <Button disabled={!hasChanges} loading={change.isPending} onClick={() => change.mutate()}>
            {t("confirm")}
          </Button>
        </>
      }
    >
      <div className={styles["import"]}>
        <p className={styles["note"]}>{t("secrets")}</p>
        <QueryState query={preview} rows={4}>
          {(found) => <Changes found={found} />}
        </QueryState>
      </div>
    </DialogCard>
  );
}

function Changes({ found: { changes, unknown, invalid } }: { found: SettingChanges }) {
  const t = useTranslations("setting.transfer");
  const format = useFormatter();
  const valueOf = (text: string) => (text === "" ? <span className={styles["note"]}>–</span> : <code>{text}</code>);
  const columns: Column<Change>[] = [
    {
      id: "setting",
      title: t("columns.setting"),
      width: "30%",
      renderCell: ({ setting, field }) => <code>{field === "" ? setting : `${setting}.${field}`}</code>,
    },
    { id: "before", title: t("columns.before"), isLine: true, renderCell: ({ before }) => valueOf(before) },
    { id: "after", title: t("columns.after"), isLine: true, renderCell: ({ after }) => valueOf(after) },
  ];
  return (
    <>
      {invalid.length === 0 ? null : <Banner kind="warning">{t("invalid", { names: format.list(invalid) })}</Banner>}
      {unknown.length === 0 ? null : <Banner kind="info">{t("unknown", { names: format.list(unknown) })}</Banner>}
      {changes.length === 0 ? (
        <Banner kind="success">{t("same")}</Banner>
      ) : (
        <Table
          label={t("title")}
          columns={columns}
          rows={changes}
          rowKey={({ setting, field }) => `${setting}.${field}`}
        />
      )}
    </>
  );
}
