"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useMessages, useTranslations } from "next-intl";
import type { SettingSection } from "@/components/registry/feature";
import { titleOf } from "./find-sections";
import styles from "./settings.module.css";

type Props = {
  sections: readonly SettingSection[];
  /** Null: all; undefined: what a search has found. */
  chosen: string | null | undefined;
  wanted: string;
  onSearch: (wanted: string) => void;
  onChoose: (id: string | null) => void;
};

/** The search over the sections and their list, which is a select where there is no room beside them. */
export function SectionNav({ sections, chosen, wanted, onSearch, onChoose }: Props) {
  const t = useTranslations("setting");
  const messages = useMessages();
  const choices = [
    { id: null, title: t("all") },
    ...sections.map((section) => ({ id: section.id, title: titleOf(section, messages) })),
  ];
  return (
    <div className={styles["side"]}>
      <TextInput
        type="search"
        aria-label={t("searchSettings")}
        placeholder={t("searchSettings")}
        leftSection={<IconSearch size={16} />}
        value={wanted}
        onChange={({ currentTarget }) => onSearch(currentTarget.value)}
      />
      <NativeSelect
        className={styles["select"]}
        aria-label={t("sections")}
        value={chosen ?? ""}
        data={choices.map(({ id, title }) => ({ value: id ?? "", label: title }))}
        onChange={({ currentTarget }) => onChoose(currentTarget.value === "" ? null : currentTarget.value)}
      />
      <nav aria-label={t("sections")} className={styles["nav"]}>
        <ul>
          {choices.map(({ id, title }) => (
            <li key={id ?? ""}>
              {/* No link: one would ask about unsaved changes, which stay where they are. */}
              <button type="button" aria-current={id === chosen ? "page" : undefined} onClick={() => onChoose(id)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
