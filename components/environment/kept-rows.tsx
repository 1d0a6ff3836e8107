"use client";

import { Button } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useCachedMe } from "@/components/layout/use-me";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import type { SearchPath } from "@/lib/contracts/environment";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./environment.module.css";

type Entry = Pick<SearchPath, "note" | "audience">;
type Props<T extends Entry> = {
  title: string;
  hint: string;
  empty: string;
  addLabel: string;
  rows: readonly T[];
  wanted: string;
  nameOf: (row: T) => string;
  /** Behind the name; null: none. */
  textOf: (row: T) => string | null;
  /** What is to be said of a row; null: nothing. */
  noticeOf?: (row: T) => string | null;
  /** Whether their order matters. */
  isOrdered?: boolean;
  onAdd: () => void;
  onEdit: (at: number) => void;
  onChange: (rows: T[]) => void;
};

/** Rows of a list that is kept as a whole, those that are looked for. Administrators' ones only administrators change. */
export function KeptRows<T extends Entry>(props: Props<T>) {
  const {
    title,
    hint,
    empty,
    addLabel,
    rows,
    wanted,
    nameOf,
    textOf,
    noticeOf = () => null,
    isOrdered = false,
    onAdd,
    onEdit,
    onChange,
  } = props;
  const t = useTranslations("environment");
  const id = useId();
  const isRoot = useCachedMe()?.is_root === true;
  const isFound = (row: T) =>
    [nameOf(row), row.note, textOf(row) ?? ""].some((text) => text.toLowerCase().includes(wanted.trim().toLowerCase()));
  const found = rows.map((row, at) => ({ row, at })).filter(({ row }) => isFound(row));
  const itemsFor = (at: number): MenuItem[] => {
    const swap = (other: number) => {
      const next = [...rows];
      next.splice(other, 0, ...next.splice(at, 1));
      onChange(next);
    };
    return [
      { id: "edit", label: t("edit"), icon: <IconPencil size={16} />, onSelect: () => onEdit(at) },
      ...(isOrdered && at > 0
        ? [{ id: "up", label: t("up"), icon: <IconArrowUp size={16} />, onSelect: () => swap(at - 1) }]
        : []),
      ...(isOrdered && at < rows.length - 1
        ? [{ id: "down", label: t("down"), icon: <IconArrowDown size={16} />, onSelect: () => swap(at + 1) }]
        : []),
      {
        id: "remove",
        label: t("remove"),
        icon: <IconTrash size={16} />,
        danger: true,
        onSelect: () => onChange(rows.filter((_, other) => other !== at)),
      },
    ];
  };
  return (
    <section aria-labelledby={id}>
      <div className={styles["head"]}>
        <div>
          <h3 id={id} className={styles["title"]}>
            {title}
          </h3>
          <p className={styles["hint"]}>{hint}</p>
        </div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={onAdd}>
          {addLabel}
        </Button>
      </div>
      {found.length === 0 ? (
        <p className={styles["hint"]}>{rows.length === 0 ? empty : t("notFound")}</p>
      ) : (
        <ul className={styles["list"]}>
          {found.map(({ row, at }) => (
            <li key={nameOf(row)} className={styles["line"]}>
              <div className={styles["about"]}>
                <code dir="ltr">
                  {shownName(nameOf(row))}
                  {textOf(row) === null ? null : <span className={styles["value"]}>={textOf(row)}</span>}
                </code>
                <div className={styles["facts"]}>
                  <span>{t(`audiences.${row.audience}`)}</span>
                  {row.note === "" ? null : <bdi>{row.note}</bdi>}
                  {noticeOf(row) === null ? null : <span>{noticeOf(row)}</span>}
                </div>
              </div>
              {isRoot || row.audience === "others" ? (
                <ActionMenu label={t("actionsFor", { name: nameOf(row) })} items={itemsFor(at)} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
