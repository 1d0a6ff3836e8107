"use client";

import { Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { EntryIcon } from "@/components/domain/entry/entry-icon";
import { useFormatSize } from "@/components/layout/use-format-size";
import { shownName } from "@/lib/shared/shown-name";
import type { SpaceItem } from "./space-tree";
import styles from "./space.module.css";

type Props = {
  folder: SpaceItem;
  chosen: ReadonlySet<string>;
  onChoose: (path: string) => void;
  onEnter: (item: SpaceItem) => void;
};

/** What is in the folder, the largest first. */
export function SpaceList({ folder, chosen, onChoose, onEnter }: Props) {
  const t = useTranslations("space");
  const formatSize = useFormatSize();
  const ids = useId();
  const shareOf = (bytes: number) => (folder.bytes === 0 ? 0 : bytes / folder.bytes);
  return (
    <ul className={styles["list"]} aria-label={t("list")}>
      {folder.children.map((item) => (
        <li key={item.path} className={styles["row"]}>
          <label className={styles["tick"]} htmlFor={`${ids} ${item.path}`}>
            <Checkbox
              id={`${ids} ${item.path}`}
              size="xs"
              aria-label={t("choose", { name: shownName(item.name) })}
              checked={chosen.has(item.path)}
              onChange={() => onChoose(item.path)}
            />
          </label>
          <EntryIcon entry={{ name: item.name, kind: item.kind }} />
          <Name item={item} onEnter={onEnter} />
          <span className={styles["size"]}>{formatSize(item.bytes)}</span>
          <span className={styles["share"]} aria-hidden>
            <span style={{ inlineSize: `${shareOf(item.bytes) * 100}%` }} />
          </span>
        </li>
      ))}
      {folder.rest.entries > 0 ? (
        <li className={styles["row"]} data-rest>
          <span className={styles["restName"]}>{t("rest", { count: folder.rest.entries })}</span>
          <span className={styles["size"]}>{formatSize(folder.rest.bytes)}</span>
        </li>
      ) : null}
    </ul>
  );
}

function Name({ item, onEnter }: { item: SpaceItem; onEnter: (item: SpaceItem) => void }) {
  const t = useTranslations("space");
  const note = item.elsewhere ? <span className={styles["note"]}>{t("elsewhere")}</span> : null;
  if (item.kind !== "folder")
    return (
      <span className={styles["name"]} title={item.name}>
        <bdi>{shownName(item.name)}</bdi>
      </span>
    );
  return (
    <button type="button" className={styles["name"]} title={item.name} onClick={() => onEnter(item)}>
      <bdi>{shownName(item.name)}</bdi>
      {note}
    </button>
  );
}
