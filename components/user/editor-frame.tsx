"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import styles from "./user.module.css";

type Props = {
  title: string;
  backTo: string;
  /** Of the button; without it that something is saved. */
  saveLabel?: string;
  error: Error | null;
  /** Said beside the buttons when there is no error. */
  note?: string | null;
  isDirty: boolean;
  isSaving: boolean;
  onSave: () => void;
  onLeave: () => void;
  children: ReactNode;
};

/** The page of an editor: a way back, its sections, and the buttons that stay in sight. */
export function EditorFrame({
  title,
  backTo,
  saveLabel,
  error,
  note,
  isDirty,
  isSaving,
  onSave,
  onLeave,
  children,
}: Props) {
  const t = useTranslations("ui");
  const errorText = useErrorText();
  return (
    <Page title={title} before={<BackLink label={backTo} onClick={onLeave} />}>
      <form
        className={styles["editor"]}
        noValidate
        aria-label={title}
        onSubmit={(event) => {
          event.preventDefault();
          onSave();
        }}
      >
        {children}
        <div className={styles["saveBar"]}>
          {error === null ? null : <Banner kind="error">{errorText(error)}</Banner>}
          {error === null && note ? <div className={styles["note"]}>{note}</div> : null}
          <Button variant="default" onClick={onLeave}>
            {t("cancel")}
          </Button>
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {saveLabel ?? t("save")}
          </Button>
        </div>
      </form>
    </Page>
  );
}
