"use client";

import { Switch } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { madeKey, settingKey } from "./backup-keys";
import type { BackupDraft } from "./backup-draft";
import { FolderField } from "./folder-field";
import { MadeBackups } from "./made-backups";
import { PassphraseFields } from "./passphrase-fields";
import { PlanFields } from "./plan-fields";

/** When and where the server backs itself up, and what has come of it. */
export default function BackupSettings() {
  const t = useTranslations("backup.setting");
  const setting = useQuery({
    queryKey: settingKey,
    queryFn: async ({ signal }): Promise<BackupDraft> => ({
      ...(await api.backup.getBackupSetting({}, { signal })),
      passphrase: null,
    }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={4}>
        {(saved) => <BackupForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function BackupForm({ saved }: { saved: BackupDraft }) {
  const t = useTranslations("backup.setting");
  const queryClient = useQueryClient();
  const form = useSettingForm({
    saved,
    queryKey: settingKey,
    store: async (input: BackupDraft): Promise<BackupDraft> => {
      const stored = await api.backup.setBackupSetting(input);
      await queryClient.invalidateQueries({ queryKey: madeKey });
      return { ...stored, passphrase: null };
    },
  });
  const { value, patch, isDirty } = form;
  return (
    <>
      <Form label={t("title")} onSubmit={form.save}>
        <Switch
          label={t("on")}
          checked={value.on}
          onChange={({ currentTarget }) => patch({ on: currentTarget.checked })}
        />
        <FolderField folder={value.folder} onChoose={(folder) => patch({ folder })} />
        {value.on ? <PlanFields value={value} onChange={patch} /> : null}
        <PassphraseFields value={value} onChange={patch} />
        <SettingButtons form={form} />
      </Form>
      {saved.folder === null || isDirty ? null : <MadeBackups />}
    </>
  );
}
