"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useMessages, useTranslations } from "next-intl";
import { useErrorText } from "@/components/layout/use-error-text";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Table, type Column } from "@/components/ui/table";
import { useFeatures } from "@/components/registry/use-features";
import { api } from "@/lib/client/call";
import type { SettingChanges } from "@/lib/contracts/setting-transfer";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { titleOf } from "./find-sections";
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

function Changes({ found: { changes, unknown, invalid, refused } }: { found: SettingChanges }) {
  const t = useTranslations("setting.transfer");
  const format = useFormatter();
  const errorText = useErrorText();
  const nameOf = useSettingName();
  const valueOf = (text: string) => (text === "" ? <span className={styles["note"]}>–</span> : <code>{text}</code>);
  const columns: Column<Change>[] = [
    {
      id: "setting",
      title: t("columns.setting"),
      width: "30%",
      renderCell: ({ setting, field }) => (
        <>
          {nameOf(setting)}
          {field === "" ? null : <code className={styles["field"]}>{field}</code>}
        </>
      ),
    },
    { id: "before", title: t("columns.before"), isLine: true, renderCell: ({ before }) => valueOf(before) },
    { id: "after", title: t("columns.after"), isLine: true, renderCell: ({ after }) => valueOf(after) },
  ];
  return (
    <>
      {invalid.length === 0 ? null : (
        <Banner kind="warning">{t("invalid", { names: format.list(invalid.map(nameOf)) })}</Banner>
      )}
      {refused.map(({ setting, error, params }) => (
        <Banner key={setting} kind="warning" title={t("refused", { name: nameOf(setting) })}>
          {errorText(isErrorKey(error) ? new AppError(error, params) : null)}
        </Banner>
      ))}
      {unknown.length === 0 ? null : <Banner kind="info">{t("unknown", { names: format.list(unknown) })}</Banner>}
      {changes.length === 0 && refused.length > 0 ? null : changes.length === 0 ? (
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

/** What the section that has a setting is called; of those that have none here, the name in the file. */
function useSettingName(): (setting: string) => string {
  const messages = useMessages();
  const sections = useFeatures().flatMap(({ settingSections = [] }) => settingSections);
  return (setting) => {
    const section = sections.find(({ settings = [] }) => settings.includes(setting));
    return section === undefined ? setting : titleOf(section, messages);
  };
}
