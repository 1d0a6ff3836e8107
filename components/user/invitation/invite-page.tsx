"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useSyncExternalStore } from "react";
import { useLook } from "@/components/layout/look";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { LoadingState } from "@/components/ui/state/loading-state";
import { AuthCard } from "@/components/user/sign-in/auth-card";
import { NewAccountForm } from "@/components/user/sign-in/new-account-form";
import styles from "@/components/user/sign-in/sign-in.module.css";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";

const onHash = (changed: () => void) => {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
};

/** Where an invitation leads: somebody makes their own account. What the link holds is behind the #, which no server and no log sees. */
export function InvitePage() {
  const t = useTranslations("invite");
  const format = useFormatter();
  const { name } = useLook();
  const errorText = useErrorText();
  const token = useSyncExternalStore(
    onHash,
    () => location.hash.slice(1),
    () => null,
  );
  const invitation = useQuery({
    queryKey: ["user", "invitation", token],
    queryFn: ({ signal }) => api.user.openInvitation({ token: token ?? "" }, { signal }),
    enabled: token !== null,
    retry: false,
    staleTime: Infinity,
  });
  if (invitation.error !== null)
    return (
      <AuthCard title={t("endedTitle")}>
        <div className={styles["body"]}>
          <div className={styles["second"]}>
            <Banner kind="error">{errorText(invitation.error)}</Banner>
            <Button component={Link} href={pages.login()} fullWidth size="md" variant="default">
              {t("toSignIn")}
            </Button>
          </div>
        </div>
      </AuthCard>
    );
  if (token === null || invitation.data === undefined)
    return (
      <AuthCard title={t("title")}>
        <div className={styles["body"]}>
          <LoadingState rows={4} />
        </div>
      </AuthCard>
    );
  const { inviter, username, expires_at: expiresAtMs } = invitation.data;
  const until = format.dateTime(expiresAtMs, { dateStyle: "medium", timeStyle: "short" });
  return (
    <AuthCard title={t("title")} intro={t("intro", { inviter, name, until })}>
      <div className={styles["body"]}>
        <NewAccountForm
          label={t("title")}
          username={username ?? ""}
          isFixed={username !== null}
          create={(account) => api.user.acceptInvitation({ token, ...account })}
        />
      </div>
    </AuthCard>
  );
}
