"use client";

import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { NewSecret, type SecretLine } from "./new-secret";
import type { SecretWords } from "./secret-words";

type Props = {
  words: SecretWords;
  sizePx: number;
  /** Asks what the secret may do, and makes it. */
  renderForm: (onCreated: (secret: string) => void) => ReactNode;
  /** What is shown of it, once. */
  lines: (secret: string) => SecretLine[];
  /** Below those. */
  note?: ReactNode;
  onClose: () => void;
};

/** Asks what the new secret may do, then shows it once. */
export function SecretDialog({ words, sizePx, renderForm, lines, note, onClose }: Props) {
  const t = useTranslations(words);
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <DialogCard title={secret === null ? t("create") : t("secretTitle")} onClose={onClose} size={sizePx}>
      {secret === null ? (
        renderForm(setSecret)
      ) : (
        <NewSecret words={words} secret={secret} lines={lines(secret)} note={note} onDone={onClose} />
      )}
    </DialogCard>
  );
}
