"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LongSelect } from "@/components/layout/long-select";
import { NumberField } from "@/components/layout/number-field";
import { useRoles } from "@/components/user/role/use-roles";
import { invitationUses } from "@/lib/contracts/invitations";
import { isGoodUsername, type InvitationDraft } from "./invitation-draft";
import styles from "@/components/user/user.module.css";

/** Hints differ in length, and above the fields they would push those apart. */
const below = ["label", "input", "error", "description"] as const;
const days = [1, 3, 7, 14, 30, 90];

type Props = {
  value: InvitationDraft;
  isChecked: boolean;
  onChange: (change: Partial<InvitationDraft>) => void;
};

/** For whom the link is, how long, and how often. */
export function InvitationFields({ value, isChecked, onChange }: Props) {
  const t = useTranslations("user.invitations");
  const tUser = useTranslations("user");
  const tSetup = useTranslations("auth.setup");
  const roles = useRoles().data ?? [];
  return (
    <div className={styles["fields"]}>
      <TextInput
        label={t("fields.note")}
        description={t("noteHint")}
        inputWrapperOrder={[...below]}
        value={value.note}
        maxLength={100}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ note: currentTarget.value })}
      />
      <TextInput
        label={tUser("fields.username")}
        description={t("usernameHint")}
        inputWrapperOrder={[...below]}
        value={value.username}
        error={isChecked && !isGoodUsername(value) ? tSetup("usernameInvalid") : null}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget }) => onChange({ username: currentTarget.value })}
      />
      <LongSelect
        label={tUser("fields.role")}
        description={tUser("fields.roleHint")}
        value={value.role_id ?? ""}
        data={[{ value: "", label: tUser("noRole") }, ...roles.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={(role) => onChange({ role_id: role === "" ? null : role })}
      />
      <NativeSelect
        label={t("fields.days")}
        description={t("daysHint")}
        inputWrapperOrder={[...below]}
        value={String(value.days)}
        data={days.map((count) => ({ value: String(count), label: t("days", { count }) }))}
        onChange={({ currentTarget }) => onChange({ days: Number(currentTarget.value) })}
      />
      {value.username === "" ? (
        <NumberField
          label={t("fields.uses")}
          value={value.uses}
          schema={invitationUses}
          isChecked={isChecked}
          onChange={(uses) => onChange({ uses })}
        />
      ) : null}
    </div>
  );
}
