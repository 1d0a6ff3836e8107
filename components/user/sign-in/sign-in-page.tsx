"use client";

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

  const [half, setHalf] = useState<(HalfSignedIn & { username: string }) | null>(null);
  const [isLate, setLate] = useState(false);
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
        ) : (
          <SignInForm
            stay={stay}
            // Most servers offer it: nothing moves when the answer is here.
            onStay={setup.data?.may_stay === false ? null : choose}
            onHalf={setHalf}
            notice={isLate ? t("second.late") : null}
          />
        )}
        {offersPasskeys ? (
          <div className={styles["ways"]}>
            <PasskeyButton stay={stay} />
          </div>
        ) : null}
      </div>
    </AuthCard>
  );
}
