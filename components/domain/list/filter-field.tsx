"use client";

import { IconFilter, IconX } from "@tabler/icons-react";
import type { RefObject } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useWords } from "@/components/domain/entry/words";
import styles from "@/components/domain/action/file-toolbar.module.css";

type Props = { filter: string; field: RefObject<HTMLInputElement | null>; onFilter: (text: string) => void };

/** Narrows the list while one types; beside the tools and beside what can be done with chosen entries alike. */
export function FilterField({ filter, field, onFilter }: Props) {
  const { t } = useWords();
  return (
    <label className={styles["filter"]} data-filled={filter !== "" || undefined}>
      <IconFilter size={16} aria-hidden />
      <input
        ref={field}
        type="text"
        role="searchbox"
        value={filter}
        placeholder={t("filter")}
        aria-label={t("filter")}
        enterKeyHint="done"
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => onFilter(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onFilter("");
          if (event.key === "Escape" || event.key === "Enter") event.currentTarget.blur();
        }}
      />
      {filter === "" ? null : (
        <IconButton
          className={styles["clear"]}
          label={t("filterClear")}
          icon={<IconX size={14} />}
          onClick={() => onFilter("")}
        />
      )}
    </label>
  );
}
