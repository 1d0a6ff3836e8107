"use client";

import { useTranslations } from "next-intl";
import { api } from "@/lib/client/call";
import { NewAccountForm } from "./new-account-form";

export function SetupForm({ token }: { token: string }) {
  const t = useTranslations("auth.setup");
  return (
    <NewAccountForm label={t("title")} username="root" create={(account) => api.user.setup({ token, ...account })} />
  );
}
