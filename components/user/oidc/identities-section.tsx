"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Section } from "@/components/layout/section";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import styles from "@/components/user/account/account.module.css";
import { useDateText } from "@/components/user/account/secrets/use-date-text";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";

const queryKey = ["user", "identities"] as const;

/** Accounts at providers that sign this user in; nothing where there is neither one nor a provider. */
export function IdentitiesSection() {
  const t = useTranslations("user.identities");
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => api.user.listIdentities({}, { signal }) });
  const link = useMutation({
    mutationFn: () => api.user.beginOidcLink({}),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (data === undefined || (data.provider === null && data.identities.length === 0)) return null;
  const { provider, identities } = data;
  return (
    <Section
      title={t("title")}
      hint={t("hint")}
      actions={
        provider === null ? null : (
          <Button variant="default" loading={link.isPending || link.isSuccess} onClick={() => link.mutate()}>
            {t("link", { name: provider })}
          </Button>
        )
      }
    >
      {identities.length === 0 ? <p className={styles["hint"]}>{t("none")}</p> : null}
      <ul className={styles["list"]}>
        {identities.map((identity) => (
          <IdentityItem key={identity.id} identity={identity} />
        ))}
      </ul>
    </Section>
  );
}

type Identity = OutputOf<typeof userContract.listIdentities>["identities"][number];

function IdentityItem({ identity: { id, issuer, name, is_origin: isOrigin, ...times } }: { identity: Identity }) {
  const t = useTranslations("user.identities");
  const tFactor = useTranslations("factor");
  const dateText = useDateText();
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: () => api.user.unlinkIdentity({ id }),
    onSuccess: () => showToast({ kind: "success", message: t("unlinked", { name }) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  const { added_at: addedAtMs, last_used_at: usedAtMs } = times;
  const ask = async () => {
    const question = { title: t("unlinkTitle", { name }), body: t("unlinkBody"), confirmLabel: t("unlink") };
    if (await openConfirm({ ...question, danger: true })) unlink.mutate();
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>
          <bdi>{name}</bdi>
          {isOrigin ? <Badge tone="ok">{t("origin")}</Badge> : null}
        </div>
        <div className={styles["facts"]}>
          <span>
            <bdi>{new URL(issuer).host || t("proxy")}</bdi>
          </span>
          <span>{tFactor("added", { date: dateText(addedAtMs) })}</span>
          <span>
            {usedAtMs === null
              ? tFactor("passkey.neverUsed")
              : tFactor("passkey.lastUsed", { date: dateText(usedAtMs) })}
          </span>
        </div>
      </div>
      {isOrigin ? null : (
        <Button
          variant="default"
          aria-label={t("unlinkNamed", { name })}
          loading={unlink.isPending}
          onClick={() => void ask()} // the dialog never rejects
        >
          {t("unlink")}
        </Button>
      )}
    </li>
  );
}
