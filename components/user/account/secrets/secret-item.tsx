"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import styles from "@/components/user/account/account.module.css";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { useDateText } from "./use-date-text";
import type { SecretWords } from "./secret-words";

type Props = {
  words: SecretWords;
  name: string;
  lastUsedAtMs: number | null;
  /** What it may do, and since or until when. */
  facts: readonly string[];
  queryKey: QueryKey;
  revoke: () => Promise<unknown>;
};

export function SecretItem({ words, name, lastUsedAtMs, facts, queryKey, revoke }: Props) {
  const t = useTranslations(words);
  const dateText = useDateText();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: revoke,
    onSuccess: () => showToast({ kind: "success", message: t("revoked") }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const ask = async () => {
    const request = {
      title: t("revokeTitle", { name }),
      body: t("revokeBody"),
      confirmLabel: t("revoke"),
      danger: true,
    };
    if (await openConfirm(request)) mutate();
  };
  const use = lastUsedAtMs === null ? t("neverUsed") : t("lastUsed", { date: dateText(lastUsedAtMs) });
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>{name}</div>
        <div className={styles["facts"]}>
          {[...facts, use].map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      </div>
      <Button
        variant="default"
        aria-label={t("revokeNamed", { name })}
        loading={isPending}
        onClick={() => void ask()} // openConfirm never rejects
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
