"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import styles from "@/components/notify/notify.module.css";

/** Sends a mail by what is saved, and says what became of it. */
export function MailTest() {
  const t = useTranslations("notify.mailServer");
  const errorText = useErrorText();
  const [to, setTo] = useState("");
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => api.notify.testMail({ to: to.trim() }),
    meta: { errorOwner: "form" },
    onSuccess: () => showToast({ kind: "success", message: t("testSent", { address: to.trim() }) }),
  });
  return (
    <form
      className={`${styles["line"]} ${styles["test"]}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <TextInput
        label={t("testTo")}
        type="email"
        dir="ltr"
        value={to}
        error={error === null ? null : errorText(error)}
        inputWrapperOrder={["label", "error", "input"]}
        onChange={({ currentTarget }) => setTo(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={to.trim() === ""}>
        {t("test")}
      </Button>
    </form>
  );
}
