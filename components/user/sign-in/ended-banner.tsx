"use client";

import { useTranslations } from "next-intl";
import { useSyncExternalStore } from "react";
import { Banner } from "@/components/ui/banner";
import { readEndReason } from "@/lib/client/end-reason";
import styles from "./sign-in.module.css";

const never = () => () => undefined;

/** Why the server ended the session of this tab, where it has said so. */
export function EndedBanner() {
  const t = useTranslations("auth.ended");
  const reason = useSyncExternalStore(never, readEndReason, () => null);
  if (reason === null) return null;
  return (
    <output className={styles["ended"]}>
      <Banner kind="info" title={t("title")}>
        {t(reason)}
      </Banner>
    </output>
  );
}
