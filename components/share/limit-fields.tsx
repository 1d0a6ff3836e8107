"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FoldedFields } from "@/components/ui/folded-fields";
import type { ShareDraft, ShareProblems } from "./share-draft";
import styles from "./share.module.css";

type Props = { draft: ShareDraft; patch: (change: Partial<ShareDraft>) => void; problems: ShareProblems };

/** What few shares need: title, address and how much is given or taken. */
export function LimitFields({ draft, patch, problems }: Props) {
  const t = useTranslations("share");
  const count = (key: "maxDownloads" | "maxFiles" | "maxMegabytes", label: string) => (
    <TextInput
      label={label}
      inputMode="numeric"
      placeholder={t("field.noLimit")}
      value={draft[key]}
      error={problems[key] === true ? t("field.numberProblem") : null}
      onChange={({ currentTarget }) => patch({ [key]: currentTarget.value })}
    />
  );
  const hasProblem = Object.keys(problems).some((field) => field !== "expiryDate");
  return (
    <FoldedFields title={t("more")} isNeeded={hasProblem}>
      <div className={styles["pair"]}>
        <TextInput
          label={t("field.title")}
          value={draft.title}
          maxLength={200}
          onChange={({ currentTarget }) => patch({ title: currentTarget.value })}
        />
        <TextInput
          label={t("field.link")}
          description={t("field.linkHint")}
          inputWrapperOrder={["label", "input", "description", "error"]}
          value={draft.link}
          maxLength={64}
          dir="ltr"
          error={problems.link === true ? t("field.linkProblem") : null}
          onChange={({ currentTarget }) => patch({ link: currentTarget.value.trim() })}
        />
      </div>
      {draft.mode === "upload" ? (
        <>
          <div className={styles["pair"]}>
            {count("maxFiles", t("field.maxFiles"))}
            {count("maxMegabytes", t("field.maxSize"))}
          </div>
          <TextInput
            label={t("field.extensions")}
            description={t("field.extensionsHint")}
            inputWrapperOrder={["label", "input", "description"]}
            value={draft.extensions}
            onChange={({ currentTarget }) => patch({ extensions: currentTarget.value })}
          />
        </>
      ) : (
        count("maxDownloads", t("field.maxDownloads"))
      )}
    </FoldedFields>
  );
}
