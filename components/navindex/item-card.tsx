"use client";

import { IconCircleFilled, IconSquareFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import type { LinkState, NavLink } from "@/lib/contracts/navindex";
import { shownName } from "@/lib/shared/shown-name";
import { hostOf } from "./board-tree";
import { ItemIcon } from "./link-icon";
import styles from "./navindex.module.css";

/** A link as it is used: the whole card leads there, in a tab of its own. */
export const LinkCard = memo(function LinkCard({ link, state }: { link: NavLink; state: LinkState | null }) {
  return (
    <li className={styles["card"]}>
      <ItemIcon item={link} />
      <a className={styles["link"]} href={link.url} target="_blank" rel="noopener noreferrer">
        <LinkWords link={link} />
      </a>
      <StateDot state={state} />
    </li>
  );
});

export function LinkWords({ link: { title, url } }: { link: NavLink }): ReactNode {
  return (
    <span className={styles["words"]}>
      <bdi className={styles["title"]}>{shownName(title)}</bdi>
      <bdi className={styles["host"]} dir="ltr">
        {shownName(hostOf(url))}
      </bdi>
    </span>
  );
}

function StateDot({ state }: { state: LinkState | null }) {
  const t = useTranslations("navindex.state");
  if (state === null) return <span className={styles["state"]} />;
  const { state: is, ms, status } = state;
  const words =
    is === "up"
      ? ms === null
        ? t("upPlain")
        : t("up", { ms })
      : status === null
        ? t("down")
        : t("failed", { status });
  // Not by colour alone.
  const Mark = is === "up" ? IconCircleFilled : IconSquareFilled;
  return (
    <span className={styles["state"]} data-state={is} data-tip={words}>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn, not a picture of an address */}
      <Mark size={11} role="img" aria-label={words} />
    </span>
  );
}
