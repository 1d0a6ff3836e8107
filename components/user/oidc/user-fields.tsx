"use client";

import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRoles } from "@/components/user/role/use-roles";
import { GroupRoles } from "./group-roles";
import type { OidcFields } from "./oidc-draft";
import { useOidcProblem } from "./use-oidc-problem";
import styles from "@/components/user/user.module.css";

/** Who gets in, under which name, and with which role. */
export function UserFields({ value, problems, onChange }: OidcFields) {
  const t = useTranslations("user.oidc");
  const problemText = useOidcProblem();
  const roles = useRoles().data ?? [];
  const usesGroups = value.groups_claim.trim() !== "";
  return (
    <>
      <Switch
        label={t("create")}
        description={t("createHint")}
        checked={value.create_users}
        onChange={({ currentTarget }) => onChange({ create_users: currentTarget.checked })}
      />
      <div className={styles["fields"]}>
        <TextInput
          label={t("fields.username_claim")}
          description={t("usernameHint")}
          value={value.username_claim}
          error={problemText(problems.username_claim)}
          spellCheck={false}
          dir="ltr"
          onChange={({ currentTarget }) => onChange({ username_claim: currentTarget.value })}
        />
        <TextInput
          label={t("fields.groups_claim")}
          description={t("groupsHint")}
          placeholder="groups"
          value={value.groups_claim}
          spellCheck={false}
          dir="ltr"
          onChange={({ currentTarget }) => onChange({ groups_claim: currentTarget.value })}
        />
        <NativeSelect
          label={usesGroups ? t("otherRole") : t("newRole")}
          description={t("roleHint")}
          value={value.default_role_id ?? ""}
          data={[{ value: "", label: t("noRole") }, ...roles.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ currentTarget }) =>
            onChange({ default_role_id: currentTarget.value === "" ? null : currentTarget.value })
          }
        />
      </div>
      {usesGroups ? (
        <GroupRoles
          value={value.group_roles}
          roles={roles}
          onChange={(groupRoles) => onChange({ group_roles: groupRoles })}
        />
      ) : null}
    </>
  );
}
