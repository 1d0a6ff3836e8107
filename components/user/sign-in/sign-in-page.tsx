"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { takePage } from "@/components/layout/last-page";
import { readToken } from "@/lib/client/token";
import { pages } from "@/lib/client/urls";
import { AuthCard } from "./auth-card";
import { EndedBanner } from "./ended-banner";
import { SetupLinkForm } from "./setup-link-form";
import { SignInForm } from "./sign-in-form";
import { useSetupNeeded } from "./use-setup-needed";
import styles from "./sign-in.module.css";

/** The start page: who is signed in goes on to the files, the first visitor of all makes the first account. */
export function SignInPage() {
  const t = useTranslations("auth");
  const router = useRouter();
  const setup = useSetupNeeded();
  useEffect(() => {
    if (readToken() !== null) router.replace(takePage() ?? pages.files());
  }, [router]);

  const isSetup = setup.data === true;
  return (
    <AuthCard
      title={isSetup ? t("setup.pasteTitle") : t("title")}
      intro={isSetup ? t("setup.pasteIntro") : t("subtitle")}
    >
      {isSetup ? null : <EndedBanner />}
      <div className={styles["body"]}>{isSetup ? <SetupLinkForm /> : <SignInForm />}</div>
    </AuthCard>
  );
}
