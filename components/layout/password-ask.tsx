"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { openPrompt } from "@/components/ui/dialog/dialog-store";
import { api } from "@/lib/client/call";
import { setPasswordAsk } from "@/lib/client/confirm-password";
import { useErrorText } from "./use-error-text";

/** Asks for the password again when the server wants it before a change of users or roles. */
export function PasswordAsk() {
  const t = useTranslations("layout");
  const errorText = useErrorText();
  useEffect(() => {
    const send = async (password: string) => {
      try {
        await api.user.confirm({ password });
        return null;
      } catch (error) {
        return errorText(error);
      }
    };
    const request = {
      title: t("confirmTitle"),
      label: t("confirmPassword"),
      confirmLabel: t("confirmGoOn"),
      type: "password" as const,
      validate: send,
    };
    setPasswordAsk(async () => (await openPrompt(request)) !== null);
    return () => setPasswordAsk(null);
  }, [t, errorText]);
  return null;
}
