"use client";

import { IconChevronDown, IconChevronRight, IconDots } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { MouseEvent } from "react";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useIsMobile } from "@/components/ui/use-media";
import type { RootDir } from "@/lib/contracts/setting";
import { nameOf, parentOf, splitVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { hrefOf } from "@/components/domain/folder/go-to";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./breadcrumbs.module.css";

type Props = {
  path: VirtualPath;
  roots: readonly RootDir[];
  onGo: (path: VirtualPath) => void;
  onRoot: (root: RootDir) => void;
};

/** The folders above, from the outermost root; the middle of a deep path is in a menu. */
export function Breadcrumbs({ path, roots, onGo, onRoot }: Props) {
  const t = useTranslations("file");
  const isMobile = useIsMobile();
  const { root } = splitVirtualPath(path);
  const chain: VirtualPath[] = [];
  for (let at: VirtualPath | null = path; at !== null; at = parentOf(at)) chain.unshift(at);
  const note = roots.find(({ id }) => id === root)?.note ?? root;
  const titleOf = (at: VirtualPath) => (at === root ? note : nameOf(at));
  const hidden = isMobile ? chain.slice(0, -1) : chain.length > 4 ? chain.slice(1, -3) : [];
  const last = hidden.at(-1);
  const afterHidden = last === undefined ? null : chain[chain.indexOf(last) + 1];
  const visible = chain.filter((at) => !hidden.includes(at));

  const onClick = (event: MouseEvent, at: VirtualPath) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onGo(at);
  };

  return (
    <nav className={styles["crumbs"]} aria-label={t("breadcrumbs")}>
      <ol>
        {visible.map((at, index) => (
          <li key={at} data-last={at === path || undefined}>
            {index > 0 ? <IconChevronRight className={styles["divider"]} size={14} data-flip aria-hidden /> : null}
            {at === afterHidden ? (
              <>
                <ActionMenu
                  label={t("moreFolders")}
                  icon={<IconDots size={16} />}
                  items={hidden.map((one) => ({ id: one, label: shownName(titleOf(one)), onSelect: () => onGo(one) }))}
                />
                <IconChevronRight className={styles["divider"]} size={14} data-flip aria-hidden />
              </>
            ) : null}
            <a
              href={hrefOf(at)}
              className={styles["crumb"]}
              aria-current={at === path ? "page" : undefined}
              data-drop-path={at}
              dir="auto"
              onClick={(event) => onClick(event, at)}
            >
              {shownName(titleOf(at))}
            </a>
            {at === root && roots.length > 1 ? (
              <ActionMenu
                label={t("switchRoot")}
                icon={<IconChevronDown size={14} />}
                items={roots.map((one) => ({
                  id: one.id,
                  label: one.note,
                  checked: one.id === root,
                  onSelect: () => onRoot(one),
                }))}
              />
            ) : null}
          </li>
        ))}
      </ol>
    </nav>
  );
}
