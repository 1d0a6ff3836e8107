"use client";

import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import type { LinkState, NavLink } from "@/lib/contracts/navindex";
import { shownName } from "@/lib/shared/shown-name";
import { hostOf } from "./board-tree";
import { ItemIcon } from "./link-icon";
import styles from "./navindex.module.css";

/** A link as it is used: the whole card leads there, in a tab of its own. There may be hundreds: it is made of few elements. */
export const LinkCard = memo(function LinkCard({ link, state }: { link: NavLink; state: LinkState | null }) {
  return (
    <li className={styles["card"]}>
      <ItemIcon item={link} />
      <a className={`${styles["link"]} ${styles["words"]}`} href={link.url} target="_blank" rel="noopener noreferrer">
        <LinkWords link={link} />
      </a>
      {state === null ? null : <StateMark state={state} />}
    </li>
  );
});

export function LinkWords({ link: { title, url } }: { link: NavLink }): ReactNode {
  return (
    <>
      <bdi className={styles["title"]}>{shownName(title)}</bdi>
      <bdi className={styles["host"]} dir="ltr">
        {shownName(hostOf(url))}
      </bdi>
    </>
  );
}

/** Drawn by the style sheet, and not by colour alone: round or square. */
function StateMark({ state }: { state: LinkState }) {
  const t = useTranslations("navindex.state");
  const { state: is, ms, status } = state;
  const words =
    is === "up"
      ? ms === null
        ? t("upPlain")
        : t("up", { ms })
      : status === null
        ? t("down")
        : t("failed", { status });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not a picture of an address
    <span className={styles["state"]} data-state={is} data-tip={words} role="img" aria-label={words} />
  );
}
