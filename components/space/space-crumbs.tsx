"use client";

import { useTranslations } from "next-intl";
import { titleOf, useRoots } from "@/components/domain/entry/use-roots";
import { parentOf, type VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./space.module.css";

type Props = { start: VirtualPath; at: VirtualPath; onGo: (path: VirtualPath) => void };

/** The way from the folder that was asked about to the one that is shown. */
export function SpaceCrumbs({ start, at, onGo }: Props) {
  const t = useTranslations("space");
  const roots = useRoots().data;
  const way: VirtualPath[] = [];
  for (let path: VirtualPath | null = at; path !== null; path = path === start ? null : parentOf(path))
    way.unshift(path);
  return (
    <nav className={styles["crumbs"]} aria-label={t("way")}>
      <ol>
        {way.map((path) => (
          <li key={path}>
            {path === at ? (
              <bdi aria-current="page">{shownName(titleOf(path, roots))}</bdi>
            ) : (
              <button type="button" onClick={() => onGo(path)}>
                <bdi>{shownName(titleOf(path, roots))}</bdi>
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
