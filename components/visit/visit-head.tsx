"use client";

import { Button } from "@mantine/core";
import { IconChevronRight, IconDownload } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { PageTitle } from "@/components/layout/page-title";
import { pages, urls } from "@/lib/client/urls";
import type { VisitedShare } from "@/lib/contracts/share";
import { nameOf, parentOf, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./visit.module.css";

type Props = {
  link: string;
  share: VisitedShare;
  folder: VirtualPath | null;
  /** The folder that the page begins with, if it does. */
  start: VirtualPath | null;
  count: number | null;
  /** There is something to download, as far as is known. */
  hasContent: boolean;
};

/** What was shared, the sender's words, what is left of it, and everything at once. */
export function VisitHead({ link, share, folder, start, count, hasContent }: Props) {
  const t = useTranslations("visit");
  const { mode, title, note, entries } = share;
  const [only] = entries;
  const isSingleFile = only !== undefined && entries.length === 1 && !isFolder(only);
  const isWhole = folder === start;
  return (
    <>
      <PageTitle title={title} />
      <div className={styles["head"]}>
        <div className={styles["about"]}>
          <h1 className={styles["title"]}>
            <bdi>{shownName(title)}</bdi>
          </h1>
          <Facts share={share} count={isSingleFile ? null : count} />
        </div>
        {mode === "download" && !isSingleFile && hasContent ? (
          <Button
            component="a"
            href={isWhole ? urls.visitZip(link) : urls.visitZip(link, folder ?? "")}
            download
            leftSection={<IconDownload size={16} />}
          >
            {isWhole ? t("downloadAll") : t("downloadFolder")}
          </Button>
        ) : null}
      </div>
      {note === "" ? null : (
        <p className={styles["note"]}>
          <bdi>{note}</bdi>
        </p>
      )}
      {isWhole || folder === null ? null : <VisitCrumbs link={link} folder={folder} start={start} />}
    </>
  );
}

export function Facts({ share, count }: { share: VisitedShare; count: number | null }) {
  const t = useTranslations("visit");
  const format = useFormatter();
  const { mode, expires_at: expiresAt, downloads_left: downloadsLeft } = share;
  const facts = [
    count === null ? null : t("entries", { count }),
    mode === "view" ? t("viewOnly") : null,
    downloadsLeft === null ? null : t("downloadsLeft", { count: downloadsLeft }),
    expiresAt === null
      ? null
      : t("until", { date: format.dateTime(expiresAt, { dateStyle: "long", timeStyle: "short" }) }),
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : <p className={styles["dim"]}>{facts.join(" · ")}</p>;
}

function VisitCrumbs({ link, folder, start }: { link: string; folder: VirtualPath; start: VirtualPath | null }) {
  const t = useTranslations("visit");
  const chain: VirtualPath[] = [];
  for (let at: VirtualPath | null = folder; at !== null && at !== start; at = parentOf(at)) chain.unshift(at);
  return (
    <nav aria-label={t("path")}>
      <ol className={styles["crumbs"]}>
        <li>
          <Link href={pages.visit(link)} prefetch={false}>
            {start === null ? t("home") : <bdi>{shownName(start)}</bdi>}
          </Link>
        </li>
        {chain.map((at) => (
          <li key={at}>
            <IconChevronRight size={14} data-flip aria-hidden />
            <Link
              href={pages.visit(link, at)}
              prefetch={false}
              aria-current={at === folder ? "page" : undefined}
              dir="auto"
            >
              {shownName(nameOf(at))}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
