"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useMemo, useState, type ReactNode } from "react";
import { EmptyState } from "@/components/ui/state/empty-state";
import { rowsWith } from "./rows-with";
import styles from "./searched-list.module.css";

type Props<T> = {
  /** Accessible name of the search. */
  label?: string;
  rows: readonly T[];
  /** What a row is found by. */
  textsOf: (row: T) => readonly string[];
  /** However few rows there are. */
  isAlways?: boolean;
  /** The server tells no more than these, the newest; it is said when so many are here. */
  most?: number;
  /** Said instead of rows where none has the words. */
  noMatch?: string;
  children: (found: readonly T[]) => ReactNode;
};

/** So few are seen at a glance. */
const few = 10;

/** Rows that are all here, with a search above them: the browser's own finds only what is drawn. */
export function SearchedList<T>({ label, rows, textsOf, isAlways = false, most, noMatch, children }: Props<T>) {
  const t = useTranslations("layout.list");
  const format = useFormatter();
  const [wanted, setWanted] = useState("");
  const found = useMemo(() => rowsWith(rows, wanted, textsOf), [rows, wanted, textsOf]);
  const name = label ?? t("search");
  return (
    <>
      {isAlways || rows.length > few || wanted !== "" ? (
        <TextInput
          type="search"
          className={styles["search"]}
          aria-label={name}
          placeholder={name}
          leftSection={<IconSearch size={16} />}
          value={wanted}
          autoComplete="off"
          spellCheck={false}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      ) : null}
      <output className="visually-hidden">{wanted === "" ? "" : t("found", { count: found.length })}</output>
      {most !== undefined && rows.length >= most ? (
        <p className={styles["newest"]}>{t("newest", { count: format.number(most) })}</p>
      ) : null}
      {found.length === 0 ? <EmptyState title={noMatch ?? t("noMatch")} /> : children(found)}
    </>
  );
}
