"use client";

import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { GroupRoles } from "@/components/user/oidc/group-roles";
import { useRoles } from "@/components/user/role/use-roles";
import { proxyRules, type ProxySetting } from "@/lib/contracts/proxy-rules";
import styles from "@/components/user/user.module.css";

type Props = {
  value: ProxySetting;
  isChecked: boolean;
  onChange: (change: Partial<ProxySetting>) => void;
};

/** Which headers count, and who gets in with which role. */
export function ProxyFields({ value, isChecked, onChange }: Props) {
  const t = useTranslations("user.proxy");
  const tOidc = useTranslations("user.oidc");
  const roles = useRoles().data ?? [];
  const usesGroups = value.groups_header.trim() !== "";
  const text = (field: "user_header" | "groups_header" | "sign_out_url") => ({
    label: t(`fields.${field}`),
    value: value[field],
    error:
      isChecked && !proxyRules.shape[field].safeParse(value[field]).success
        ? t(field === "sign_out_url" ? "problems.address" : "problems.header")
        : null,
    spellCheck: false,
    // Hints differ in length, and above the fields they would push those apart.
    inputWrapperOrder: ["label", "input", "error", "description"] as ("label" | "input" | "error" | "description")[],
    dir: "ltr",
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [field]: currentTarget.value }),
  });
  return (
    <>
      <div className={styles["fields"]}>
        <TextInput {...text("user_header")} description={t("userHint")} placeholder="Remote-User" />
        <TextInput {...text("groups_header")} description={t("groupsHint")} placeholder="Remote-Groups" />
        <TextInput
          {...text("sign_out_url")}
          description={t("signOutHint")}
          placeholder="https://auth.example.com/logout"
        />
        <NativeSelect
          label={usesGroups ? tOidc("otherRole") : tOidc("newRole")}
          description={tOidc("roleHint")}
          inputWrapperOrder={["label", "input", "error", "description"]}
          value={value.default_role_id ?? ""}
          data={[{ value: "", label: tOidc("noRole") }, ...roles.map(({ id, name }) => ({ value: id, label: name }))]}
          onChange={({ currentTarget }) =>
            onChange({ default_role_id: currentTarget.value === "" ? null : currentTarget.value })
          }
        />
      </div>
      <Switch
        label={tOidc("create")}
        description={t("createHint")}
        checked={value.create_users}
        onChange={({ currentTarget }) => onChange({ create_users: currentTarget.checked })}
      />
      <Switch
        label={t("administrators")}
        description={t("administratorsHint")}
        checked={value.administrators}
        onChange={({ currentTarget }) => onChange({ administrators: currentTarget.checked })}
      />
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
