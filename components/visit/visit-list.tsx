"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a list of which only the visible rows exist cannot be a <table> */

import { IconDownload } from "@tabler/icons-react";
import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { useToday } from "@/components/layout/use-clock";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { formatChanged, formatFullDate } from "@/components/domain/entry/entry-text";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { useIsMobile } from "@/components/ui/use-media";
import { pages, urls } from "@/lib/client/urls";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { formatSize } from "@/lib/shared/units";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./visit.module.css";

export type VisitRows = { link: string; rows: readonly FileEntry[]; folder: VirtualPath | null; canDownload: boolean };
type Place = Omit<VisitRows, "rows">;

/** The entries of a folder of the share; each leads into the folder or opens the file. */
export function VisitList({ link, rows, folder, canDownload }: VisitRows) {
  const t = useTranslations("visit");
  const isMobile = useIsMobile();
  const nowMs = useToday();
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

type RowProps = Place & { entry: FileEntry; nowMs: number };

/** Into the folder, or to the file opened over the list. */
export function visitHref({ link, folder }: Pick<Place, "link" | "folder">, entry: FileEntry): string {
  return isFolder(entry) ? pages.visit(link, pathOf(folder, entry)) : pages.visit(link, folder ?? "", entry.name);
}

const pathOf = (folder: VirtualPath | null, { name }: FileEntry) => (folder === null ? name : `${folder}/${name}`);

function VisitRow({ entry, nowMs, ...place }: RowProps) {
  const locale = useLocale();
  const leadsIn = isFolder(entry);
  return (
    <>
      <Link href={visitHref(place, entry)} prefetch={false} scroll={leadsIn} className={styles["entry"]}>
        <EntryIcon entry={entry} size={20} />
        <span className={styles["name"]} dir="auto" title={shownName(entry.name)}>
          {shownName(entry.name)}
        </span>
      </Link>
      <span className={styles["size"]}>{leadsIn ? "" : <bdi>{formatSize(entry.size, locale)}</bdi>}</span>
      <time className={styles["time"]} title={formatFullDate(entry.mtime, locale)}>
        <bdi>{formatChanged(entry.mtime, nowMs, locale)}</bdi>
      </time>
      <TakeLink {...place} entry={entry} />
    </>
  );
}

/** Downloads the entry, a folder as a zip; nothing where the share is for viewing only. */
export function TakeLink({ link, folder, canDownload, entry }: Place & { entry: FileEntry }) {
  const t = useTranslations("visit");
  if (!canDownload) return null;
  const path = pathOf(folder, entry);
  return (
    <a
      className={styles["take"]}
      href={isFolder(entry) ? urls.visitZip(link, path) : urls.visitDownload(link, path)}
      download
      aria-label={t("downloadNamed", { name: shownName(entry.name) })}
    >
      <IconDownload size={18} aria-hidden />
    </a>
  );
}
