"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- cells of a virtual table */

import { Checkbox } from "@mantine/core";
import { IconDownload, IconLock } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { formatChanged, formatFullDate } from "@/components/domain/entry/entry-text";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { IconButton } from "@/components/ui/icon-button";
import { formatSize } from "@/lib/shared/units";
import { shownName } from "@/lib/shared/shown-name";
import type { ArchiveRow } from "./archive-tree";
import styles from "./archive.module.css";

type Props = {
  row: ArchiveRow;
  isPicked: boolean;
  nowMs: number;
  onPick: () => void;
  onOpen: () => void;
  onDownload: () => void;
};

/** An entry of an archive: its name opens it. */
export function ArchiveListRow({ row, isPicked, nowMs, onPick, onOpen, onDownload }: Props) {
  const t = useTranslations("archive");
  const locale = useLocale();
  const size = (bytes: number | null) => (bytes === null ? "" : <bdi>{formatSize(bytes, locale)}</bdi>);
  return (
    <>
      <span role="cell">
        <Checkbox
          size="xs"
          aria-label={t("choose", { name: shownName(row.name) })}
          checked={isPicked}
          onChange={onPick}
        />
      </span>
      <span role="cell" className={styles["name"]}>
        <button type="button" data-open-row disabled={row.kind === "special"} onClick={onOpen}>
          <EntryIcon entry={row} size={18} />
          <span dir="auto" title={shownName(row.name)}>
            {shownName(row.name)}
          </span>
          {row.isEncrypted ? <IconLock size={13} role="img" aria-label={t("encrypted")} /> : null}
        </button>
      </span>
      <span role="cell">{size(row.size)}</span>
      <span role="cell" data-column="packed">
        {size(row.packed)}
      </span>
      <span role="cell">
        {row.mtime === 0 ? null : (
          <time title={formatFullDate(row.mtime, locale)}>{formatChanged(row.mtime, nowMs, locale)}</time>
        )}
      </span>
      <span role="cell">
        {isFolder(row) || row.kind !== "file" ? null : (
          <IconButton
            label={t("downloadNamed", { name: row.name })}
            icon={<IconDownload size={16} />}
            onClick={onDownload}
          />
        )}
      </span>
    </>
  );
}
