"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { shownName } from "@/lib/shared/shown-name";
import styles from "@/components/systemd/systemd.module.css";

/** What systemd says of a unit that is not saved yet. */
export function SaidBySystemd({ messages }: { messages: readonly string[] }) {
  const t = useTranslations("systemd.override");
  if (messages.length === 0) return <Banner kind="success">{t("fine")}</Banner>;
  return (
    <Banner kind="warning" title={t("says")}>
      {messages.map((line, index) => (
        <div key={index} className={styles["said"]} dir="ltr">
          {shownName(line)}
        </div>
      ))}
    </Banner>
  );
}
