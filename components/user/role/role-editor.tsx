"use client";

import { Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Section } from "@/components/layout/section";
import { useDraft } from "@/components/layout/use-draft";
import { useUnsavedGuard } from "@/components/layout/use-unsaved-guard";
import { showToast } from "@/components/ui/toast/toast-store";
import type { Role } from "@/lib/contracts/user";
import { EditorFrame } from "@/components/user/editor-frame";
import { grantsOf, noGrants } from "@/components/user/grants/grants";
import { GrantFields } from "@/components/user/grants/grant-fields";
import styles from "@/components/user/user.module.css";
import { CommandFields } from "./command-fields";
import { useSaveRole } from "./use-roles";

const maxName = 64;

type Props = {
  edited: Role | null;
  /** What a new one begins as. */
  model?: Role;
  onLeave: () => void;
};

/** Makes a role (`edited` null) or changes one. */
export function RoleEditor({ edited: role, model, onLeave }: Props) {
  const t = useTranslations("role");
  const tUi = useTranslations("ui");
  const tQuota = useTranslations("user.quota");
  const start = role ?? model;
  const { value, patch, isDirty } = useDraft(
    start === undefined
      ? { name: "", ...noGrants, commands: null, second_factor: false }
      : {
          name: role === null ? t("copyName", { name: start.name }).slice(0, maxName) : start.name,
          ...grantsOf(start),
          commands: start.commands,
          second_factor: start.second_factor,
        },
  );
  const isCopy = role === null && model !== undefined;
  const [isChecked, setChecked] = useState(false);
  const save = useSaveRole();
  const leaveSafely = useUnsavedGuard(isDirty && !save.isSuccess);
  const name = value.name.trim();

  const submit = () => {
    setChecked(true);
    if (name === "") return;
    const done = () => {
      showToast({ kind: "success", message: role === null ? t("created", { name }) : tUi("saved") });
      onLeave();
    };
    save.mutate({ id: role?.id ?? null, ...value, name }, { onSuccess: done });
  };

  return (
    <EditorFrame
      title={role === null ? t("createTitle") : t("editTitle", { name: role.name })}
      backTo={t("title")}
      error={save.error}
      note={role !== null && role.users > 0 && isDirty ? t("signOutNote", { count: role.users }) : null}
      isDirty={isDirty || isCopy}
      isSaving={save.isPending}
      onSave={submit}
      onLeave={() => leaveSafely(onLeave)}
    >
      <Section title={t("name")}>
        <TextInput
          className={styles["short"]}
          aria-label={t("name")}
          value={value.name}
          maxLength={maxName}
          error={isChecked && name === "" ? tUi("cannotBeEmpty") : null}
          description={role === null ? undefined : `${t("id")}: ${role.id}`}
          onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
        />
      </Section>
      <GrantFields
        value={value}
        onChange={patch}
        titles={{ scopes: t("sections.scopes"), permissions: t("sections.permissions") }}
        quotaHint={tQuota("roleHint")}
      />
      <Section title={t("sections.signIn")}>
        <Switch
          label={t("secondFactor")}
          description={t("secondFactorHint")}
          checked={value.second_factor}
          onChange={({ currentTarget }) => patch({ second_factor: currentTarget.checked })}
        />
      </Section>
      <Section title={t("sections.commands")}>
        <CommandFields value={value.commands} onChange={(commands) => patch({ commands })} />
      </Section>
    </EditorFrame>
  );
}
