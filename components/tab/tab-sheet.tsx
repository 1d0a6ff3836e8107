"use client";

import { IconX } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { closeTabs, switchToTab } from "@/components/domain/tab/tab-moves";
import { HeaderPanel } from "@/components/ui/header-panel";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";
import { pageGuard, parkedTabs } from "@/lib/client/tab/page-guard";
import { shownTabs, tabStore } from "@/lib/client/tab/tab-store";
import { shownName } from "@/lib/shared/shown-name";
import { TabSign } from "./tab-sign";
import { useTabLabels } from "./use-tab-labels";
import styles from "./tab-sheet.module.css";

/** On a phone: a button with the number of tabs, and their list. */
export default function TabSheet() {
  const t = useTranslations("tab");
  const count = shownTabs(useStore(tabStore)).length;
  return (
    <HeaderPanel
      label={t("count", { count })}
      title={t("label")}
      icon={<span className={styles["number"]}>{count}</span>}
    >
      <TabList />
    </HeaderPanel>
  );
}

function TabList() {
  const t = useTranslations("tab");
  const state = useStore(tabStore);
  const tabs = shownTabs(state);
  const labels = useTabLabels(tabs);
  const parked = useStore(parkedTabs);
  const guard = useStore(pageGuard);
  return (
    <ul className={styles["list"]}>
      {tabs.map(({ id }, at) => {
        const label = labels[at];
        if (label === undefined) return null;
        const isCurrent = id === state.current.id;
        const isUnsaved = parked.has(id) || (isCurrent && guard !== null);
        const name = shownName(label.text);
        return (
          <li key={id} className={styles["item"]} data-current={isCurrent || undefined}>
            <button
              type="button"
              className={styles["show"]}
              aria-current={isCurrent ? "page" : undefined}
              onClick={(event) => {
                event.currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
                switchToTab(id);
              }}
            >
              <TabSign sign={label.sign} />
              <span className={styles["words"]}>
                <bdi className={styles["name"]}>{name}</bdi>
                <bdi className={styles["whole"]}>{isUnsaved ? t("unsaved") : shownName(label.whole)}</bdi>
              </span>
            </button>
            <IconButton
              label={t("closeNamed", { name })}
              icon={<IconX size={18} />}
              onClick={() => void closeTabs([id])} // it never rejects
            />
          </li>
        );
      })}
    </ul>
  );
}
