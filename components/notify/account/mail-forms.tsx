"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { api } from "@/lib/client/call";
import { mailCodeLength } from "@/lib/shared/notify";
import styles from "@/components/notify/notify.module.css";

export function AddressForm({ onSent }: { onSent: () => void }) {
  const t = useTranslations("notify.mail");
  return (
    <LineForm
      label={t("address")}
      button={t("sendCode")}
      type="email"
      autoComplete="email"
      send={(address) => api.notify.setMailAddress({ address })}
      onDone={onSent}
    />
  );
}

export function CodeForm({ onVerified }: { onVerified: () => void }) {
  const t = useTranslations("notify.mail");
  return (
    <LineForm
      label={t("code")}
      button={t("verify")}
      type="text"
      autoComplete="one-time-code"
      maxLength={mailCodeLength}
      send={(code) => api.notify.verifyMailAddress({ code })}
      onDone={onVerified}
    />
  );
}

type Props = {
  label: string;
  button: string;
  type: "email" | "text";
  autoComplete: string;
  maxLength?: number;
  send: (text: string) => Promise<unknown>;
  onDone: () => void;
};

function LineForm({ label, button, type, autoComplete, maxLength, send, onDone }: Props) {
  const errorText = useErrorText();
  const [text, setText] = useState("");
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => send(text.trim()),
    meta: { errorOwner: "form" },
    onSuccess: onDone,
  });
  return (
    <form
      className={styles["line"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "") mutate();
      }}
    >
      <TextInput
        label={label}
        type={type}
        autoComplete={autoComplete}
        maxLength={maxLength ?? 254}
        dir="ltr"
        value={text}
        error={error === null ? null : errorText(error)}
        inputWrapperOrder={["label", "error", "input"]}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={isPending} disabled={text.trim() === ""}>
        {button}
      </Button>
    </form>
  );
}
