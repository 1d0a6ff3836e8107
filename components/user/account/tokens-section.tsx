"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { EmptyState } from "@/components/ui/state/empty-state";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { tokensKey } from "./tokens-key";
import styles from "./account.module.css";

const TokenDialog = lazy(() => import("./token-dialog"));

type Token = OutputOf<typeof userContract.listTokens>["tokens"][number];

export function TokensSection() {
  const t = useTranslations("account.tokens");
  const [isCreating, setCreating] = useState(false);
  const tokens = useQuery({
    queryKey: tokensKey,
    queryFn: async ({ signal }) => (await api.user.listTokens({}, { signal })).tokens,
  });
  return (
    <Section
      title={t("title")}
      hint={t("hint")}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t("create")}
        </Button>
      }
    >
      <QueryState query={tokens} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("empty")} compact />
          ) : (
            <ul className={styles["list"]}>
              {all.map((token) => (
                <TokenItem key={token.id} token={token} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {isCreating ? (
        <Suspense>
          <TokenDialog onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}

function TokenItem({ token }: { token: Token }) {
  const t = useTranslations("account.tokens");
  const format = useFormatter();
  const queryClient = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.user.revokeToken({ id: token.id }),
    onSuccess: () => showToast({ kind: "success", message: t("revoked") }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensKey }),
  });
  const [openedAtMs] = useState(() => Date.now());
  const { name, expires_at: expiresAt, last_used_at: lastUsedAt } = token;
  const dateText = (atMs: number) => format.dateTime(atMs, { dateStyle: "medium" });
  const expiry = () => {
    if (expiresAt === null) return t("neverExpires");
    return t(expiresAt > openedAtMs ? "expires" : "expired", { date: dateText(expiresAt) });
  };
  const ask = async () => {
    const request = {
      title: t("revokeTitle", { name }),
      body: t("revokeBody"),
      confirmLabel: t("revoke"),
      danger: true,
    };
    if (await openConfirm(request)) revoke.mutate();
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>{name}</div>
        <div className={styles["facts"]}>
          <span>{t("permissionCount", { count: token.auth_list.length })}</span>
          <span>{expiry()}</span>
          <span>{lastUsedAt === null ? t("neverUsed") : t("lastUsed", { date: dateText(lastUsedAt) })}</span>
        </div>
      </div>
      <Button
        variant="default"
        aria-label={t("revokeNamed", { name })}
        loading={revoke.isPending}
        onClick={() => void ask()} // openConfirm never rejects
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
