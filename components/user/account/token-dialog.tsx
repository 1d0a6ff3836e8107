"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { TokenForm } from "./token-form";
import { TokenSecret } from "./token-secret";

/** Asks what the new token may do, then shows its secret once. */
export default function TokenDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("account.tokens");
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <DialogCard title={secret === null ? t("create") : t("secretTitle")} onClose={onClose} size={620}>
      {secret === null ? (
        <TokenForm onCreated={setSecret} onCancel={onClose} />
      ) : (
        <TokenSecret secret={secret} onDone={onClose} />
      )}
    </DialogCard>
  );
}
