"use client";

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- an ARIA grid: tables cannot be virtual, nor laid out as lines of pictures */

import { IconPlayerPlayFilled } from "@tabler/icons-react";
import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import { kindOf } from "@/components/domain/entry/kinds";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { EntryMenuButton, PickBox, SharedMark } from "@/components/domain/list/entry-parts";
import type { RenameEnd } from "@/components/domain/list/grid-model";
import { Thumbnail } from "@/components/domain/thumbnail/thumbnail";
import { EntryName } from "@/components/file/list/entry-name";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { formatSize } from "@/lib/shared/units";
import styles from "./gallery.module.css";

type Props = {
  entry: FileEntry;
  folder: VirtualPath;
  index: number;
  column: number;
  look: "photos" | "cards";
  left: number;
  width: number;
  rating: number;
  isPicked: boolean;
  isTabStop: boolean;
  isCut: boolean;
  isShared: boolean;
  isRenaming: boolean;
  isDraggable: boolean;
  onRenameEnd: (end: RenameEnd) => void;
};

/** The mark and the menu do not fit beside each other. */
const narrowPx = 76;

/** A picture in its true shape, its name over its lower edge; or a folder or another file as a short card. */
export const PhotoTile = memo(function PhotoTile(props: Props) {
  const { entry, folder, index, column, look, left, width, rating, isPicked, isShared, isRenaming, onRenameEnd } =
    props;
  const t = useTranslations("file");
  const locale = useLocale();
  const isCard = look === "cards";
  const name = shownName(entry.name);
  return (
    <div
      role="gridcell"
      className={styles["tile"]}
      aria-colindex={column + 1}
      aria-selected={isPicked}
      aria-label={isShared ? `${name}, ${t("shared")}` : name}
      data-look={look}
      data-narrow={width < narrowPx || undefined}
      data-index={index}
      data-cut={props.isCut || undefined}
      data-renaming={isRenaming || undefined}
      data-drop={isFolder(entry) ? entry.name : undefined}
      draggable={props.isDraggable && !isRenaming}
      tabIndex={props.isTabStop ? 0 : -1}
      style={{ insetInlineStart: left, inlineSize: width }}
    >
      <Thumbnail entry={entry} folder={folder} iconSize={isCard ? 26 : 56} isLarge={!isCard} />
      {kindOf(entry) === "video" && !isCard ? (
        <span className={styles["film"]} aria-hidden>
          <IconPlayerPlayFilled size={14} />
        </span>
      ) : null}
      <span className={styles["words"]}>
        <EntryName
          entry={entry}
          mark={isShared ? <SharedMark label={t("shared")} /> : null}
          isRenaming={isRenaming}
          className={styles["name"]}
          onRenameEnd={onRenameEnd}
        />
        {isCard && !isFolder(entry) ? <span className={styles["size"]}>{formatSize(entry.size, locale)}</span> : null}
        {rating > 0 ? (
          <span className={styles["stars"]} aria-hidden>
            {"★".repeat(rating)}
          </span>
        ) : null}
      </span>
      <span className={styles["check"]} data-part="check" aria-hidden>
        <PickBox isPicked={isPicked} />
      </span>
      <EntryMenuButton label={t("entryMenu", { name })} className={styles["menu"]} />
    </div>
  );
});
