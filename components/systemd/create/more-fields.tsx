"use client";

import { Checkbox, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FoldedFields } from "@/components/ui/folded-fields";
import { restartPolicies } from "@/lib/shared/unit-text";
import { hintLast, type FieldProps } from "./field-props";
import styles from "@/components/systemd/systemd.module.css";

/** What most services need little of. `isOpen`: something in it is wrong. */
export function MoreFields({ draft, patchService, wordOf, isOpen }: FieldProps & { isOpen: boolean }) {
  const t = useTranslations("systemd.create");
  const { service, kind } = draft;
  const check = (name: "isOnce" | "needsNetwork" | "isHardened", hasHint: boolean) => (
    <Checkbox
      label={t(name)}
      {...(hasHint && name !== "needsNetwork" ? { description: t(`${name}Hint`) } : {})}
      checked={service[name]}
      onChange={({ currentTarget }) => patchService({ [name]: currentTarget.checked })}
    />
  );
  const limit = (name: "memoryMax" | "cpuQuota", problem: "memory" | "cpu") => (
    <TextInput
      label={t(name)}
      description={t(`${name}Hint`)}
      inputWrapperOrder={hintLast}
      dir="ltr"
      value={service[name]}
      error={wordOf(problem)}
      maxLength={20}
      autoComplete="off"
      onChange={({ currentTarget }) => patchService({ [name]: currentTarget.value.trim() })}
    />
  );
  return (
    <FoldedFields title={t("more")} isNeeded={isOpen}>
      <div className={styles["halves"]}>
        <TextInput
          label={t("description")}
          value={service.description}
          error={wordOf("description")}
          maxLength={200}
          onChange={({ currentTarget }) => patchService({ description: currentTarget.value })}
        />
        {kind === "timer" ? null : (
          <NativeSelect
            label={t("restart")}
            value={service.restart}
            disabled={service.isOnce}
            data={restartPolicies.map((value) => ({ value, label: t(`restarts.${value}`) }))}
            onChange={({ currentTarget }) =>
              patchService({ restart: restartPolicies.find((one) => one === currentTarget.value) ?? "no" })
            }
          />
        )}
      </div>
      <Textarea
        label={t("environment")}
        description={t("environmentHint")}
        inputWrapperOrder={hintLast}
        dir="ltr"
        value={service.environment}
        error={wordOf("environment")}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: styles["editor"] ?? "" }}
        onChange={({ currentTarget }) => patchService({ environment: currentTarget.value })}
      />
      <div className={styles["halves"]}>
        {limit("memoryMax", "memory")}
        {limit("cpuQuota", "cpu")}
      </div>
      {kind === "timer" ? null : check("isOnce", true)}
      {check("needsNetwork", false)}
      {check("isHardened", true)}
    </FoldedFields>
  );
}
