"use client";

import { Checkbox } from "@mantine/core";
import { IconPin } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useId } from "react";
import { useFormatSize } from "@/components/layout/use-format-size";
import { IconButton } from "@/components/ui/icon-button";
import type { DuplicatesResult } from "@/lib/contracts/duplicates";
import { shownName } from "@/lib/shared/shown-name";
import { mayChoose, type Chosen } from "./choose-files";
import styles from "./duplicates.module.css";

type Props = {
  folder: string;
  group: DuplicatesResult["groups"][number];
  /** Null for whoever may not delete. */
  chosen: Chosen | null;
  onToggle: (path: string) => void;
  onKeep: (path: string) => void;
};

/** Files of the same content; those that are ticked will go. */
export function DuplicatesGroup({ folder, group, chosen, onToggle, onKeep }: Props) {
  const t = useTranslations("duplicates");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const ids = useId();
  const title = t("group", { count: group.files.length, size: formatSize(group.size) });
  return (
    <li className={styles["group"]}>
      <h3>{title}</h3>
      <ul aria-label={title}>
        {group.files.map(({ path, mtime }) => {
          const name = path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
          const isChosen = chosen?.has(path) === true;
          return (
            <li key={path} className={styles["file"]} data-chosen={isChosen || undefined}>
              {chosen === null ? null : (
                <label className={styles["tick"]} htmlFor={`${ids} ${path}`}>
                  <Checkbox
                    id={`${ids} ${path}`}
                    size="xs"
                    aria-label={t("file", { name: shownName(name) })}
                    checked={isChosen}
                    disabled={!isChosen && !mayChoose(path, group, chosen)}
                    title={!isChosen && !mayChoose(path, group, chosen) ? t("oneStays") : undefined}
                    onChange={() => onToggle(path)}
                  />
                </label>
              )}
              <span className={styles["path"]} title={shownName(path)}>
                <bdi>{shownName(name)}</bdi>
              </span>
              <time dateTime={new Date(mtime).toISOString()}>
                <bdi>{format.dateTime(mtime, { dateStyle: "medium", timeStyle: "short" })}</bdi>
              </time>
              {chosen === null ? null : (
                <IconButton label={t("keepThis", { name })} icon={<IconPin size={16} />} onClick={() => onKeep(path)} />
              )}
            </li>
          );
        })}
      </ul>
    </li>
  );
}
