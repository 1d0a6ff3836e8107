"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { rowsIn } from "@/components/layout/rows-in";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { SecretItem } from "@/components/user/account/secrets/secret-item";
import { SecretsSection } from "@/components/user/account/secrets/secrets-section";
import { useDateText } from "@/components/user/account/secrets/use-date-text";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { tokensKey } from "./tokens-key";

const TokenDialog = lazyDialog(() => import("./token-dialog"));

type Token = OutputOf<typeof userContract.listTokens>["tokens"][number];

export function TokensSection() {
  const tokens = useQuery({
    queryKey: tokensKey,
    queryFn: async ({ signal }) => rowsIn(await api.user.listTokens({}, { signal }), "tokens"),
  });
  return (
    <SecretsSection
      words="account.tokens"
      query={tokens}
      renderItem={(token) => <TokenItem key={token.id} token={token} />}
      renderDialog={(onClose) => <TokenDialog onClose={onClose} />}
    />
  );
}

function TokenItem({ token }: { token: Token }) {
  const t = useTranslations("account.tokens");
  const dateText = useDateText();
  const [openedAtMs] = useState(() => Date.now());
  const { id, name, expires_at: expiresAt, last_used_at: lastUsedAtMs } = token;
  const expiry = () => {
    if (expiresAt === null) return t("neverExpires");
    return t(expiresAt > openedAtMs ? "expires" : "expired", { date: dateText(expiresAt) });
  };
  return (
    <SecretItem
      words="account.tokens"
      name={name}
      lastUsedAtMs={lastUsedAtMs}
      facts={[t("permissionCount", { count: token.auth_list.length }), expiry()]}
      queryKey={tokensKey}
      revoke={() => api.user.revokeToken({ id })}
    />
  );
}
