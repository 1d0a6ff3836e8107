"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useFormatSize } from "@/components/layout/use-format-size";
import { useCachedMe } from "@/components/layout/use-me";
import { Badge } from "@/components/ui/badge";
import { Table, type Column } from "@/components/ui/table";
import type { Share } from "@/lib/contracts/share";
import { shownName } from "@/lib/shared/shown-name";
import { useAddressOf } from "./use-address-of";
import { ShareActions } from "./share-actions";
import styles from "./share.module.css";

export function ShareTable({ shares }: { shares: readonly Share[] }) {
  const t = useTranslations("share");
  const addressOf = useAddressOf();
  const format = useFormatter();
  const formatSize = useFormatSize();
  const me = useCachedMe();
  const day = (timeMs: number) => format.dateTime(timeMs, { dateStyle: "medium" });
  const usedText = ({ mode, visits, downloads, max_downloads: limit, uploads, uploaded_bytes: bytes }: Share) => {
    if (mode === "upload") return t("usedDrop", { files: uploads, size: formatSize(bytes) });
    return limit === null ? t("usedRead", { visits, downloads }) : t("usedLimited", { visits, downloads, limit });
  };
  const columns: Column<Share>[] = [
    {
      id: "what",
      title: t("columns.what"),
      sortBy: ({ title }) => title,
      renderCell: (share) => (
        <div className={styles["what"]}>
          <a href={addressOf(share)} target="_blank" rel="noreferrer">
            <bdi>{shownName(share.title)}</bdi>
          </a>
          <span className={styles["dim"]}>
            {t(`modes.${share.mode}`)}
            {share.expires_at === null ? "" : ` · ${t("endsAt", { date: day(share.expires_at) })}`}
          </span>
        </div>
      ),
    },
    ...(me?.is_root === true
      ? [
          {
            id: "owner",
            title: t("columns.owner"),
            sortBy: ({ owner }: Share) => owner,
            wideOnly: true,
            renderCell: ({ owner }: Share) => owner,
          },
        ]
      : []),
    {
      id: "state",
      title: t("columns.state"),
      sortBy: ({ state }) => t(`states.${state}`),
      renderCell: ({ state, has_password: hasPassword, missing_count: missing }) => (
        <span className={styles["badges"]}>
          {missing > 0 ? <Badge tone="bad">{t("missing", { count: missing })}</Badge> : null}
          {state === "active" ? (
            missing > 0 ? null : (
              <span className={styles["dim"]}>{t("states.active")}</span>
            )
          ) : (
            <Badge tone="warn">{t(`states.${state}`)}</Badge>
          )}
          {hasPassword ? <Badge>{t("protected")}</Badge> : null}
        </span>
      ),
    },
    {
      id: "used",
      title: t("columns.used"),
      sortBy: ({ last_used_at: usedMs }) => usedMs,
      firstDirection: "down",
      wideOnly: true,
      renderCell: (share) => (
        <div className={styles["what"]}>
          <span>{usedText(share)}</span>
          <span className={styles["dim"]}>
            {share.last_used_at === null ? t("neverUsed") : t("lastUsed", { date: day(share.last_used_at) })}
          </span>
        </div>
      ),
    },
    {
      id: "actions",
      title: t("columns.actions"),
      isTitleHidden: true,
      align: "end",
      renderCell: (share) => <ShareActions share={share} />,
    },
  ];
  return <Table label={t("title")} columns={columns} rows={shares} rowKey={({ id }) => id} />;
}
