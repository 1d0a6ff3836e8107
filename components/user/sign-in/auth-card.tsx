"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSwitchLocale } from "@/components/layout/language";
import { LanguageSelect } from "@/components/layout/language-select";
import { Logo } from "@/components/layout/logo";
import { useLook } from "@/components/layout/look";
import { PageTitle } from "@/components/layout/page-title";
import styles from "./sign-in.module.css";

/** The centred card of the pages before the sign-in. */
export function AuthCard({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
  const t = useTranslations("account.preferences");
  const { name, note } = useLook();
  const locale = useLocale();
  const switchLocale = useSwitchLocale();
  return (
    <main className={styles["page"]}>
      <PageTitle title={title} />
      <div className={styles["card"]}>
        <div className={styles["brand"]}>
          <Logo size={28} />
          <span>{name}</span>
        </div>
        {note === "" ? null : <p className={styles["note"]}>{note}</p>}
        <h1 className={styles["title"]}>{title}</h1>
        {intro === undefined ? null : <p className={styles["intro"]}>{intro}</p>}
        {children}
      </div>
      <div className={styles["language"]}>
        {/* Stays in the language that is there when the other cannot be loaded. */}
        <LanguageSelect
          aria-label={t("language")}
          value={locale}
          onChange={(next) => void switchLocale(next).catch(() => undefined)}
        />
      </div>
    </main>
  );
}
