"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { AuthCard } from "./auth-card";
import { SetupForm } from "./setup-form";
import { SetupLinkForm } from "./setup-link-form";
import { useSetupNeeded } from "./use-setup-needed";
import styles from "./sign-in.module.css";

/** Makes the first account with the one-time link of the log. */
export function SetupPage({ token }: { token: string }) {
  const t = useTranslations("auth.setup");
  const setup = useSetupNeeded();
  if (setup.data?.needed === false)
    return (
      <AuthCard title={t("closedTitle")} intro={t("closedHint")}>
        <div className={styles["body"]}>
          <Button component={Link} href="/" fullWidth size="md">
            {t("toSignIn")}
          </Button>
        </div>
      </AuthCard>
    );
  return (
    <AuthCard title={token === "" ? t("pasteTitle") : t("title")} intro={token === "" ? t("pasteIntro") : t("intro")}>
      <div className={styles["body"]}>{token === "" ? <SetupLinkForm /> : <SetupForm token={token} />}</div>
    </AuthCard>
  );
}
