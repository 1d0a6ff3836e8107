"use client";

import { SecretDialog } from "@/components/user/account/secrets/secret-dialog";
import { TokenForm } from "./token-form";

export default function TokenDialog({ onClose }: { onClose: () => void }) {
  return (
    <SecretDialog
      words="account.tokens"
      sizePx={620}
      renderForm={(onCreated) => <TokenForm onCreated={onCreated} onCancel={onClose} />}
      lines={(secret) => [{ value: secret }]}
      onClose={onClose}
    />
  );
}
