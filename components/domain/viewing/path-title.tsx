"use client";

import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { goToFolder, hrefOf } from "@/components/domain/folder/go-to";
import { useRoots } from "@/components/domain/entry/use-roots";
import { nameOf, parentOf, splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./path-title.module.css";

type Props = {
  folder: VirtualPath;
  name: string;
  /** Shows the dot of unsaved changes. */
  isDirty: boolean;
};

/** The way to the file: every folder above can be opened. */
export function PathTitle({ folder, name, isDirty }: Props) {
  const t = useTranslations("open");
  const roots = useRoots().data;
  const { root } = splitVirtualPath(folder);
  const chain: VirtualPath[] = [];
  for (let at: VirtualPath | null = folder; at !== null; at = parentOf(at)) chain.unshift(at);
  const titleOf = (at: VirtualPath) =>
    at === root ? (roots?.find(({ id }) => id === root)?.note ?? root) : nameOf(at);
  const onClick = (event: MouseEvent, at: VirtualPath) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    // The guard of unsaved changes takes the click, asks, and goes.
    if (isDirty) return;
    event.preventDefault();
    goToFolder(at);
  };
  return (
    <nav className={styles["path"]} aria-label={t("path")}>
      <ol>
        {chain.map((at) => (
          <li key={at} className={styles["folder"]}>
            <a href={hrefOf(at)} dir="auto" onClick={(event) => onClick(event, at)}>
              {shownName(titleOf(at))}
            </a>
          </li>
        ))}
        <li className={styles["name"]} aria-current="page">
          <h2 dir="auto" title={shownName(name)}>
            {shownName(name)}
          </h2>
          {isDirty ? (
            <span className={styles["dot"]} data-tip={t("unsaved")}>
              <span className="visually-hidden">{t("unsaved")}</span>
            </span>
          ) : null}
        </li>
      </ol>
    </nav>
  );
}
