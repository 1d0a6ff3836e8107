"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { useTranslations } from "next-intl";
import { use } from "react";
import { Thumbnail } from "@/components/domain/thumbnail/thumbnail";
import { PicturePartsContext } from "@/components/domain/viewing/picture-parts";
import { kindOf } from "@/components/domain/entry/kinds";
import type { FileEntry } from "@/lib/contracts/file";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { OneEntry } from "./one-entry";
import { SeveralEntries } from "./several-entries";
import styles from "./details-pane.module.css";

export type DetailsProps = {
  folder: VirtualPath;
  /** What the folder is called. */
  title: string;
  rows: readonly FileEntry[];
  chosen: readonly FileEntry[];
};

/** Who goes through a list by key asks for nothing on the way. */
const restMs = 150;
const mostPictures = 4;

/** Beside the list: what is chosen, or the folder where nothing is. */
export default function DetailsPane({ folder, title, rows, chosen }: DetailsProps) {
  const t = useTranslations("picture.pane");
  const tFile = useTranslations("file");
  const parts = use(PicturePartsContext);
  const [settled] = useDebouncedValue(chosen, restMs);
  const [first] = settled;
  const isOne = settled.length === 1 && first !== undefined;
  const shown = settled.length === 0 ? [folderEntry(title)] : settled.slice(0, mostPictures);
  return (
    <aside className={styles["pane"]} aria-label={t("title")}>
      <div className={styles["preview"]} data-count={shown.length}>
        {shown.map((entry) => (
          <Thumbnail key={entry.name} entry={entry} folder={folder} iconSize={isOne ? 84 : 56} isLarge />
        ))}
      </div>
      <h2 className={styles["name"]} dir="auto">
        {settled.length > 1
          ? tFile("selected", { count: settled.length })
          : shownName(first === undefined ? title : first.name)}
      </h2>
      {isOne && kindOf(first) === "image" && parts !== null ? (
        <parts.Rating path={joinVirtualPath(folder, first.name as EntryName)} /> // a listed name is valid
      ) : null}
      {isOne ? (
        <OneEntry folder={folder} entry={first} />
      ) : (
        <SeveralEntries folder={folder} entries={settled.length === 0 ? rows : settled} isChosen={settled.length > 0} />
      )}
    </aside>
  );
}

/** For its icon. */
const folderEntry = (name: string): FileEntry => ({ name, kind: "folder", size: 0, mtime: 0, mode: 0 });
