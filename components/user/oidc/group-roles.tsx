"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { useAddedFocus } from "@/components/ui/use-added-focus";
import type { OidcSetting } from "@/lib/contracts/oidc-rules";
import type { Role } from "@/lib/contracts/user";
import styles from "./oidc.module.css";

type GroupRole = OidcSetting["group_roles"][number];
type Props = {
  value: readonly GroupRole[];
  roles: readonly Role[];
  onChange: (value: GroupRole[]) => void;
};

/** Which group of the provider has which role; the first that fits counts. */
export function GroupRoles({ value, roles, onChange }: Props) {
  const t = useTranslations("user.oidc");
  const tUi = useTranslations("ui");
  const change = (at: number, fields: Partial<GroupRole>) =>
    onChange(value.map((line, index) => (index === at ? { ...line, ...fields } : line)));
  const first = roles[0];
  const list = useAddedFocus<HTMLFieldSetElement>(value.length);
  return (
    <fieldset ref={list} className={styles["groups"]}>
      <legend>{t("groupRoles")}</legend>
      <p>{t("groupRolesHint")}</p>
      {value.map(({ group, role_id: roleId }, index) => (
        // Lines have no other name than their place.
        <div key={index} data-line className={styles["line"]}>
          <TextInput
            aria-label={t("group")}
            placeholder={t("group")}
            value={group}
            maxLength={256}
            spellCheck={false}
            onChange={({ currentTarget }) => change(index, { group: currentTarget.value })}
          />
          <NativeSelect
            aria-label={t("role")}
            value={roleId}
            data={roles.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={({ currentTarget }) => change(index, { role_id: currentTarget.value })}
          />
          <IconButton
            label={tUi("removeNamed", { name: group === "" ? t("group") : group })}
            icon={<IconX size={18} />}
            type="button"
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        variant="default"
        leftSection={<IconPlus size={16} />}
        disabled={first === undefined || value.length >= 50}
        onClick={() => onChange([...value, { group: "", role_id: first?.id ?? "" }])}
      >
        {t("addGroup")}
      </Button>
    </fieldset>
  );
}
