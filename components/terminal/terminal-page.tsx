"use client";

import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { PageTitle } from "@/components/layout/page-title";
import { TerminalPanel } from "./terminal-panel";
import { holdPage } from "./dock-store";
import styles from "./terminal.module.css";

/** The terminals on a page of their own. */
export default function TerminalPage() {
  const t = useTranslations("terminal");
  useEffect(holdPage, []);
  return (
    <section className={styles["page"]} aria-label={t("title")} data-own-keys>
      <PageTitle title={t("title")} />
      <TerminalPanel isWhole />
    </section>
  );
}
