"use client";

import { useMessages, useTranslations } from "next-intl";
import Link from "next/link";
import { Section } from "@/components/layout/section";
import type { SettingPlace } from "@/components/registry/feature";
import { textAt, titleOf } from "./find-sections";
import styles from "./settings.module.css";

/** What a search has found that is set on other pages. */
export function FoundPlaces({ places }: { places: readonly SettingPlace[] }) {
  const t = useTranslations("setting");
  const messages = useMessages();
  if (places.length === 0) return null;
  return (
    <Section title={t("elsewhere")}>
      <ul className={styles["places"]}>
        {places.map((place) => {
          const [title, page] = [titleOf(place, messages), textAt(place.page, messages)];
          return (
            <li key={place.id}>
              <Link href={place.href}>{title}</Link>
              {page === title ? null : <span className={styles["note"]}>{page}</span>}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
