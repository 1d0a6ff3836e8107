"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { LoadingState } from "@/components/ui/state/loading-state";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import { AuthCard } from "./auth-card";
import { isHalf } from "./is-half";
import { SecondStep } from "./second-step";
import { useEnter } from "./use-enter";
import styles from "./sign-in.module.css";

/** Where the provider sends the browser back to: signs in, or links an account, with what the address says. */
export function ProviderReturnPage() {
  const t = useTranslations("auth");
  const errorText = useErrorText();
  const router = useRouter();
  const enter = useEnter();
  const [isLink, setLink] = useState(false);
  const { mutate, error } = useMutation({
    mutationFn: async (answer: string) => {
      if (!isForLink(answer)) return enter(await api.user.loginOidc({ answer }));
      const { name } = await api.user.linkIdentity({ answer });
      showToast({ kind: "success", message: t("provider.linked", { name }) });
      router.replace(pages.account());
    },
    meta: { errorOwner: "form" },
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    const answer = window.location.search;
    setLink(isForLink(answer));
    // It is used up now: nothing of it stays in the history.
    window.history.replaceState(null, "", window.location.pathname);
    mutate(answer);
  }, [mutate]);

  if (isHalf(error))
    return (
      <AuthCard title={t("second.title")} intro={t("second.intro", { username: error.detail.username })}>
        <div className={styles["body"]}>
          <SecondStep half={error.detail} onBack={() => router.replace(pages.login())} />
        </div>
      </AuthCard>
    );
  if (error !== null)
    return (
      <AuthCard title={isLink ? t("provider.linkFailed") : t("provider.failed")}>
        <div className={styles["body"]}>
          <div className={styles["second"]}>
            <Banner kind="error">{errorText(error)}</Banner>
            <Button fullWidth size="md" onClick={() => router.replace(isLink ? pages.account() : pages.login())}>
              {isLink ? t("provider.toAccount") : t("setup.toSignIn")}
            </Button>
          </div>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard title={isLink ? t("provider.linking") : t("provider.signingIn")}>
      <div className={styles["body"]}>
        <LoadingState rows={3} />
      </div>
    </AuthCard>
  );
}

/** The server made the state, and compares it; this is only which of its two endpoints to ask. */
function isForLink(answer: string): boolean {
  return new URLSearchParams(answer).get("state")?.startsWith("link-") === true;
}
