"use client";

import { Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LongSelect } from "@/components/layout/long-select";
import { useCachedMe } from "@/components/layout/use-me";
import { PasswordField } from "@/components/ui/password-field";
import { useRoles } from "@/components/user/role/use-roles";
import type { FieldProblem, UserDraft } from "./user-draft";
import styles from "@/components/user/user.module.css";

type Props = {
  value: UserDraft;
  onChange: (patch: Partial<UserDraft>) => void;
  isNew: boolean;
  isSelf: boolean;
  problems: { username: FieldProblem; password: FieldProblem };
};

/** Name, password of a new user, role, and the switches. */
export function AccountFields({ value, onChange, isNew, isSelf, problems }: Props) {
  const t = useTranslations("user");
  const tUi = useTranslations("ui");
  const tSetup = useTranslations("auth.setup");
  const roles = useRoles();
  const isRootMe = useCachedMe()?.is_root === true;
  const commands = roles.data?.find(({ id }) => id === value.role_id)?.commands ?? null;
  const limit = commands === null ? null : t("fields.roleCommands", { count: commands.length });
  const words = { empty: tUi("cannotBeEmpty"), username: tSetup("usernameInvalid"), password: tSetup("tooShort") };
  const wordsOf = (problem: FieldProblem) => (problem === null ? null : words[problem]);
  return (
    <div className={styles["fields"]}>
      <TextInput
        label={t("fields.username")}
        value={value.username}
        error={wordsOf(problems.username)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => onChange({ username: currentTarget.value })}
      />
      {isNew ? (
        <PasswordField
          label={t("fields.password")}
          description={problems.password === null ? tSetup("tooShort") : null}
          inputWrapperOrder={["label", "input", "error", "description"]}
          value={value.password}
          error={wordsOf(problems.password)}
          autoComplete="new-password"
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      ) : null}
      <LongSelect
        label={t("fields.role")}
        description={limit === null ? t("fields.roleHint") : `${t("fields.roleHint")} ${limit}`}
        value={value.role_id ?? ""}
        data={[
          { value: "", label: t("noRole") },
          ...(roles.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(role) => onChange({ role_id: role === "" ? null : role })}
      />
      <Switch
        label={t("fields.isRoot")}
        description={isRootMe ? t("fields.isRootHint") : t("fields.isRootLocked")}
        disabled={!isRootMe}
        checked={value.is_root}
        onChange={({ currentTarget }) => onChange({ is_root: currentTarget.checked })}
      />
      <Switch
        label={t("fields.disabled")}
        description={isSelf ? t("self") : t("fields.disabledHint")}
        disabled={isSelf}
        checked={value.disabled}
        onChange={({ currentTarget }) => onChange({ disabled: currentTarget.checked })}
      />
    </div>
  );
}
