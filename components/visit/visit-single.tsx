"use client";

import { Button } from "@mantine/core";
import { IconDownload, IconEye } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { kindOf } from "@/components/domain/entry/kinds";
import { openEntry } from "@/components/domain/entry/open-rule";
import { useFormatSize } from "@/components/layout/use-format-size";
import { urls } from "@/lib/client/urls";
import type { FileEntry } from "@/lib/contracts/file";
import type { VisitedShare } from "@/lib/contracts/share";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./visit.module.css";

type Props = { link: string; share: VisitedShare; entry: FileEntry; onOpen: () => void };

/** The page of a share that is one file: the file itself where a browser can show it, its size, the download. */
export function VisitSingle({ link, share, entry, onOpen }: Props) {
  const t = useTranslations("visit");
  const formatSize = useFormatSize();
  const kind = kindOf(entry);
  // Where downloads are counted, showing it would be one.
  const isShown = share.downloads_left === null;
  const url = urls.visitInline(link, entry.name, entry.mtime);
  const canOpen = openEntry(entry).act === "view";
  return (
    <div className={styles["single"]}>
      {isShown && kind === "image" ? (
        <img src={url} alt={entry.name} className={styles["picture"]} />
      ) : isShown && kind === "video" ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- files of the user have no captions to offer
        <video src={url} controls playsInline preload="metadata" className={styles["picture"]} />
      ) : isShown && kind === "audio" ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- as above
        <audio src={url} controls preload="metadata" />
      ) : (
        <EntryIcon entry={entry} size={72} />
      )}
      <p className={styles["file"]}>
        <bdi>{shownName(entry.name)}</bdi>
        <span className={styles["dim"]}>
          <bdi>{formatSize(entry.size)}</bdi>
        </span>
      </p>
      <div className={styles["buttons"]}>
        {canOpen ? (
          <Button variant="default" leftSection={<IconEye size={16} />} onClick={onOpen}>
            {t("open")}
          </Button>
        ) : null}
        {share.mode === "download" ? (
          <Button
            component="a"
            href={urls.visitDownload(link, entry.name)}
            download
            leftSection={<IconDownload size={16} />}
          >
            {t("download")}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
