"use client";

import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useWords } from "@/components/domain/entry/words";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import styles from "./archive.module.css";

type Props = { name: string; problem: string | null; onPassword: (password: string) => void };

/** Asks for the password without which not even the names can be read. */
export function ArchiveLocked({ name, problem, onPassword }: Props) {
  const { t } = useWords();
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  // It comes when the overlay has given the focus away already.
  useEffect(() => field.current?.focus(), []);
  return (
    <div className={styles["locked"]}>
      <h3 dir="auto">{t("archivePassword.title", { name })}</h3>
      <Form label={t("archivePassword.title", { name })} onSubmit={() => (text === "" ? undefined : onPassword(text))}>
        <PasswordField
          label={t("archivePassword.label")}
          value={text}
          error={problem}
          autoComplete="off"
          ref={field}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <FormButtons>
          <Button type="submit">{t("archivePassword.confirm")}</Button>
        </FormButtons>
      </Form>
    </div>
  );
}
