"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useState } from "react";
import { takePage } from "@/components/layout/last-page";
import { findPasskeyObstacle } from "@/lib/client/passkey";
import { readToken } from "@/lib/client/token";
import { pages } from "@/lib/client/urls";
import { AuthCard } from "./auth-card";
import { EndedBanner } from "./ended-banner";
import type { HalfSignedIn } from "@/lib/contracts/second-factor";
import { PasskeyButton } from "./passkey-button";
import { ProviderButton } from "./provider-button";
import { ProxyEntry } from "./proxy-entry";
import { SecondStep } from "./second-step";
import { SetupLinkForm } from "./setup-link-form";
import { SignInForm } from "./sign-in-form";
import { useSetupNeeded } from "./use-setup-needed";
import { useStay } from "./use-stay";
import styles from "./sign-in.module.css";

/** The start page: who is signed in goes on to the files, the first visitor of all makes the first account. */
export function SignInPage() {
  const t = useTranslations("auth");
  const router = useRouter();
  const setup = useSetupNeeded();
  useEffect(() => {
    if (readToken() !== null) router.replace(takePage() ?? pages.files());
  }, [router]);

  const [half, setHalf] = useState<HalfSignedIn | null>(null);
  const [isLate, setLate] = useState(false);
  const [wantsPassword, setWantsPassword] = useState(false);
  const { stay, choose } = useStay();
  const back = useCallback((late: boolean) => {
    setHalf(null);
    setLate(late);
  }, []);

  if (half !== null)
    return (
      <AuthCard title={t("second.title")} intro={t("second.intro", { username: half.username })}>
        <div className={styles["body"]}>
          <SecondStep half={half} onBack={back} />
        </div>
      </AuthCard>
    );
  const isSetup = setup.data?.needed === true;
  const origin = setup.data?.passkey_origin;
  const provider = isSetup ? null : (setup.data?.provider ?? null);
  const proxyUser = isSetup ? null : (setup.data?.proxy_user ?? null);
  const hidesPassword =
    !wantsPassword && setup.data?.passwords === "administrators" && (provider !== null || proxyUser !== null);
  const offersPasskeys = !isSetup && origin !== undefined && findPasskeyObstacle(origin) === null;
  return (
    <AuthCard
      title={isSetup ? t("setup.pasteTitle") : t("title")}
      intro={isSetup ? t("setup.pasteIntro") : t("subtitle")}
    >
      {isSetup ? null : <EndedBanner />}
      <div className={styles["body"]}>
        {isSetup ? (
          <SetupLinkForm />
        ) : hidesPassword ? null : (
          <SignInForm
            stay={stay}
            // Most servers offer it: nothing moves when the answer is here.
            onStay={setup.data?.may_stay === false ? null : choose}
            onHalf={setHalf}
            notice={isLate ? t("second.late") : null}
          />
        )}
        {offersPasskeys || provider !== null || proxyUser !== null ? (
          <div className={styles["ways"]} data-only={hidesPassword || undefined}>
            {proxyUser === null ? null : <ProxyEntry username={proxyUser} stay={stay} onHalf={setHalf} />}
            {provider === null ? null : <ProviderButton name={provider} stay={stay} />}
            {offersPasskeys ? <PasskeyButton stay={stay} /> : null}
            {hidesPassword ? (
              <Button variant="subtle" fullWidth onClick={() => setWantsPassword(true)}>
                {t("withPassword")}
              </Button>
            ) : null}
          </div>
        ) : null}
      </div>
    </AuthCard>
  );
}
