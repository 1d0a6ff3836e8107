"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- <meter> is not coloured alike in every browser */

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { api } from "@/lib/client/call";
import type { FileEntry, FolderListing } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { usedShare } from "@/lib/shared/volume-use";
import { sendToToasts, toastStore } from "@/components/ui/toast/toast-store";
import { useStore } from "@/components/ui/use-store";
import { useFormatSize } from "@/components/layout/use-format-size";
import { countRows, countsKeyOf } from "@/components/file/rows/count-rows";
import styles from "@/components/domain/list/status-line.module.css";

type Props = {
  path: VirtualPath;
  listing: FolderListing | undefined;
  rows: readonly FileEntry[];
  /** Rows before the filter. */
  unfilteredCount: number;
  announcement: string;
};

/** What is shown, in numbers and bytes, and what is not; free space; what screen readers are told. */
export function StatusLine({ path, listing, rows, unfilteredCount, announcement }: Props) {
  const t = useTranslations("file");
  const formatSize = useFormatSize();
  const { folders, files, sizeBytes } = useMemo(() => countRows(rows), [rows]);
  const space = useQuery({
    queryKey: ["file", "space", path],
    queryFn: ({ signal }) => api.file.space({ path }, { signal }),
    staleTime: 30_000,
    retry: false,
  });
  const hiddenCount = listing === undefined ? 0 : listing.folders.length + listing.files.length - unfilteredCount;
  const { data } = space;
  const share = data === undefined ? 0 : (usedShare(data) ?? 0);
  return (
    <div className={styles["status"]}>
      {listing === undefined ? null : (
        <>
          <bdi>
            {rows.length < unfilteredCount
              ? t("status.filtered", { count: rows.length, total: unfilteredCount })
              : t(`status.${countsKeyOf({ folders, files })}`, { folders, files })}
            {hiddenCount > 0 ? ` · ${t("status.hidden", { count: hiddenCount })}` : ""}
          </bdi>
          {files > 0 ? <bdi className={styles["size"]}>{formatSize(sizeBytes)}</bdi> : null}
        </>
      )}
      <LastSaid key={path} />
      {data === undefined || data.total === 0 ? null : (
        <>
          {/* Its margin follows the page's direction, which a bdi of its own would not have. */}
          <span className={styles["free"]}>
            <bdi>{t("status.free", { free: formatSize(data.available), total: formatSize(data.total) })}</bdi>
          </span>
          <span
            className={styles["meter"]}
            role="meter"
            aria-label={t("status.used")}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share * 100)}
          >
            <i style={{ inlineSize: `${share * 100}%` }} data-full={share > 0.95 || undefined} />
          </span>
        </>
      )}
      <output className="visually-hidden" aria-live="polite">
        {announcement}
      </output>
    </div>
  );
}

/** What the last message said here, until the next one or another folder: toasts are gone before they are read. */
function LastSaid() {
  const { latest } = useStore(toastStore);
  // What was said on another page is none of this folder's.
  const [firstId] = useState(() => toastStore.get().nextId);
  useEffect(() => () => sendToToasts({ type: "moveOn" }), []);
  if (latest === null || latest.id < firstId) return null;
  return (
    <span className={styles["said"]} data-kind={latest.kind} data-testid="last-said" title={latest.message} aria-hidden>
      <bdi>{latest.message}</bdi>
    </span>
  );
}
