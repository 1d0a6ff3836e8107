"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of which only the visible rows exist cannot be a <table> */

import { IconDownload } from "@tabler/icons-react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { EntryIcon } from "@/components/file/entry/entry-icon";
import { formatChanged, formatFullDate } from "@/components/file/entry/entry-text";
import { isFolder } from "@/components/file/rows/sort-rows";
import { useIsMobile } from "@/components/ui/use-media";
import { pages, urls } from "@/lib/client/urls";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { formatSize } from "@/lib/shared/units";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./visit.module.css";

type Props = { link: string; rows: readonly FileEntry[]; folder: VirtualPath | null; canDownload: boolean };

/** The entries of a folder of the share; each leads into the folder or opens the file. */
export function VisitList({ link, rows, folder, canDownload }: Props) {
  const t = useTranslations("visit");
  const isMobile = useIsMobile();
  const [nowMs] = useState(() => Date.now());
  const [margin, setMargin] = useState(0);
  // oxlint-disable-next-line react/incompatible-library -- its functions go to nothing that is memoized
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (isMobile ? 52 : 44),
    overscan: 20,
    scrollMargin: margin,
  });
  return (
    <div
      ref={(element) => {
        if (element !== null && element.offsetTop !== margin) setMargin(element.offsetTop);
      }}
      role="list"
      aria-label={t("listLabel")}
      className={styles["list"]}
      style={{ blockSize: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start, size }) => {
        const entry = rows[index];
        return entry === undefined ? null : (
          <div
            key={entry.name}
            role="listitem"
            aria-setsize={rows.length}
            aria-posinset={index + 1}
            className={styles["row"]}
            style={{ blockSize: size, transform: `translateY(${start - margin}px)` }}
          >
            <VisitRow link={link} entry={entry} folder={folder} canDownload={canDownload} nowMs={nowMs} />
          </div>
        );
      })}
    </div>
  );
}

type RowProps = Omit<Props, "rows"> & { entry: FileEntry; nowMs: number };

function VisitRow({ link, entry, folder, canDownload, nowMs }: RowProps) {
  const t = useTranslations("visit");
  const locale = useLocale();
  const path = folder === null ? entry.name : `${folder}/${entry.name}`;
  const leadsIn = isFolder(entry);
  return (
    <>
      <Link
        href={leadsIn ? pages.visit(link, path) : pages.visit(link, folder ?? "", entry.name)}
        prefetch={false}
        scroll={leadsIn}
        className={styles["entry"]}
      >
        <EntryIcon entry={entry} size={20} />
        <span className={styles["name"]} dir="auto" title={shownName(entry.name)}>
          {shownName(entry.name)}
        </span>
      </Link>
      <span className={styles["size"]}>{leadsIn ? "" : <bdi>{formatSize(entry.size, locale)}</bdi>}</span>
      <time className={styles["time"]} title={formatFullDate(entry.mtime, locale)}>
        {formatChanged(entry.mtime, nowMs, locale)}
      </time>
      {canDownload ? (
        <a
          className={styles["take"]}
          href={leadsIn ? urls.visitZip(link, path) : urls.visitDownload(link, path)}
          download
          aria-label={t("downloadNamed", { name: shownName(entry.name) })}
        >
          <IconDownload size={18} aria-hidden />
        </a>
      ) : null}
    </>
  );
}
