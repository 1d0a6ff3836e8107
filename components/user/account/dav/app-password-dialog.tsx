"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { AppPasswordForm } from "./app-password-form";
import { AppPasswordSecret } from "./app-password-secret";

type Props = { username: string; onClose: () => void };

/** Asks what the new password may open, then shows it once with what else a program asks for. */
export default function AppPasswordDialog({ username, onClose }: Props) {
  const t = useTranslations("account.dav");
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <DialogCard title={secret === null ? t("create") : t("secretTitle")} onClose={onClose} size={560}>
      {secret === null ? (
        <AppPasswordForm onCreated={setSecret} onCancel={onClose} />
      ) : (
        <AppPasswordSecret secret={secret} username={username} onDone={onClose} />
      )}
    </DialogCard>
  );
}
