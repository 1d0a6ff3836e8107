"use client";

import { Checkbox, NativeSelect, NumberInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCan } from "@/components/layout/use-can";
import { useHosts } from "@/components/ssh/use-hosts";
import { Banner } from "@/components/ui/banner";
import { FoldedFields } from "@/components/ui/folded-fields";
import { queryOf } from "@/lib/client/query-of";
import { routes } from "@/lib/client/routes";
import styles from "@/components/ssh/ssh.module.css";
import { numberOf, shownNumber, type FieldProps } from "./field-props";

/** Those beside one another stay in line. */
const hintLast: ("label" | "input" | "error" | "description")[] = ["label", "input", "error", "description"];

/** What most hosts need nothing of. */
export function MoreFields({ isOpen, ...props }: FieldProps & { isOpen: boolean }) {
  const { draft, patch, wordOf, known } = props;
  const t = useTranslations("ssh.form");
  const can = useCan();
  const others = useHosts().hosts?.filter(
    ({ id, is_own: isOwn, is_saved: isSaved }) => isOwn && isSaved && id !== known?.id,
  );
  return (
    <>
      <Checkbox
        label={t("isPlace")}
        checked={draft.isPlace}
        onChange={({ currentTarget }) => patch({ isPlace: currentTarget.checked })}
      />
      <FoldedFields title={t("more")} isNeeded={isOpen}>
        <div className={styles["halves"]}>
          <TextInput
            label={t("folder")}
            description={t("folderHint")}
            inputWrapperOrder={hintLast}
            value={draft.folder}
            maxLength={256}
            onChange={({ currentTarget }) => patch({ folder: currentTarget.value })}
          />
          <TextInput
            label={t("tags")}
            description={t("tagsHint")}
            inputWrapperOrder={hintLast}
            value={draft.tags}
            maxLength={1000}
            disabled={!can("ssh_proxy_tag_update")}
            onChange={({ currentTarget }) => patch({ tags: currentTarget.value })}
          />
        </div>
        <TextInput
          label={t("startFolder")}
          description={t("startFolderHint")}
          inputWrapperOrder={hintLast}
          dir="ltr"
          value={draft.startFolder}
          error={wordOf("folder")}
          maxLength={4096}
          onChange={({ currentTarget }) => patch({ startFolder: currentTarget.value })}
        />
        <TextInput
          label={t("startCommand")}
          description={t("startCommandHint")}
          inputWrapperOrder={hintLast}
          dir="ltr"
          value={draft.startCommand}
          maxLength={4096}
          spellCheck={false}
          onChange={({ currentTarget }) => patch({ startCommand: currentTarget.value })}
        />
        <div className={styles["halves"]}>
          <NativeSelect
            label={t("jump")}
            value={draft.jumpId ?? ""}
            data={[
              { value: "", label: t("noJump") },
              ...(others ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => patch({ jumpId: value === "" ? null : value })}
          />
          <NumberInput
            label={t("keepAlive")}
            description={t("keepAliveHint")}
            inputWrapperOrder={hintLast}
            allowDecimal={false}
            clampBehavior="none"
            value={shownNumber(draft.keepAlive)}
            error={wordOf("keepAlive")}
            onChange={(keepAlive) => patch({ keepAlive: numberOf(keepAlive) })}
          />
        </div>
        <Checkbox
          label={t("allowOld")}
          description={t("allowOldHint")}
          checked={draft.allowsOld}
          onChange={({ currentTarget }) => patch({ allowsOld: currentTarget.checked })}
        />
        {draft.allowsOld ? <Banner kind="warning">{t("allowOldWarning")}</Banner> : null}
        {can("role_manage") ? <RoleFields {...props} /> : null}
      </FoldedFields>
    </>
  );
}

function RoleFields({ draft, patch }: FieldProps) {
  const t = useTranslations("ssh.form");
  const roles = useQuery({ ...queryOf(routes.user.listRoles, {}), select: (answer) => answer.roles });
  if (roles.data === undefined || roles.data.length === 0) return null;
  return (
    <Checkbox.Group
      label={t("roles")}
      description={t("rolesHint")}
      value={[...draft.roleIds]}
      onChange={(roleIds) => patch({ roleIds })}
    >
      <div className={styles["badges"]}>
        {roles.data.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={name} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
