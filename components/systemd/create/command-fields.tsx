"use client";

import { Checkbox, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { looksLikeShell } from "./draft";
import { hintLast, type FieldProps } from "./field-props";
import styles from "@/components/systemd/systemd.module.css";

/** What runs, and as whom. */
export function CommandFields({ draft, scope, patchService, wordOf }: FieldProps) {
  const t = useTranslations("systemd.create");
  const { service } = draft;
  return (
    <>
      <TextInput
        label={t("command")}
        description={looksLikeShell(draft) ? t("wantsShell") : t("commandHint")}
        inputWrapperOrder={hintLast}
        required
        dir="ltr"
        value={service.command}
        error={wordOf("command", "quote", "program")}
        maxLength={8000}
        autoComplete="off"
        spellCheck={false}
        classNames={{ input: styles["mono"] ?? "" }}
        onChange={({ currentTarget }) => patchService({ command: currentTarget.value })}
      />
      <Checkbox
        label={t("inShell")}
        description={t("inShellHint")}
        checked={service.inShell}
        onChange={({ currentTarget }) => patchService({ inShell: currentTarget.checked })}
      />
      <div className={styles["halves"]}>
        {scope === "" ? (
          <TextInput
            label={t("user")}
            description={t("userHint")}
            inputWrapperOrder={hintLast}
            dir="ltr"
            value={service.user}
            error={wordOf("user")}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            onChange={({ currentTarget }) => patchService({ user: currentTarget.value })}
          />
        ) : null}
        <TextInput
          label={t("folder")}
          description={t("folderHint")}
          inputWrapperOrder={hintLast}
          dir="ltr"
          value={service.folder}
          error={wordOf("folder")}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => patchService({ folder: currentTarget.value })}
        />
      </div>
    </>
  );
}
