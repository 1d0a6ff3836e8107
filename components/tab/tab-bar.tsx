"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState, type DragEvent, type KeyboardEvent } from "react";
import { closeTabs, switchToTab } from "@/components/domain/tab/tab-moves";
import { openContextMenu } from "@/components/ui/menu/menu-store";
import { useStore } from "@/components/ui/use-store";
import { pageGuard, parkedTabs } from "@/lib/client/tab/page-guard";
import { moveTab, shownTabs, tabStore } from "@/lib/client/tab/tab-store";
import { shownName } from "@/lib/shared/shown-name";
import { TabItem } from "./tab-item";
import { tabMenuItems } from "./tab-menu";
import { useTabLabels } from "./use-tab-labels";
import styles from "./tab-bar.module.css";

const dragType = "application/x-filedeck-tab";

/** The pages that are open in this window, as tabs. */
export default function TabBar() {
  const t = useTranslations("tab");
  const state = useStore(tabStore);
  const tabs = shownTabs(state);
  const labels = useTabLabels(tabs);
  const parked = useStore(parkedTabs);
  const guard = useStore(pageGuard);
  const currentId = state.current.id;
  const bar = useRef<HTMLDivElement>(null);
  /** Before which of the tabs what is dragged would fall. */
  const [dropAt, setDropAt] = useState<number | null>(null);
  const [announced, setAnnounced] = useState("");

  const currentAt = tabs.findIndex(({ id }) => id === currentId);
  const shownAt = `${currentId} ${currentAt} ${tabs.length}`;
  useEffect(() => {
    const tab = bar.current?.querySelector("[role=tab][aria-selected=true]");
    if (shownAt !== "") tab?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [shownAt]);

  const move = (id: string, to: number) => {
    moveTab(id, to);
    const at = shownTabs(tabStore.get()).findIndex((tab) => tab.id === id);
    setAnnounced(t("moved", { position: at + 1, count: tabs.length }));
  };
  const focusAt = (at: number) => {
    const all = bar.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [];
    all[(at + all.length) % all.length]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, id: string, at: number) => {
    const isRtl = document.documentElement.dir === "rtl";
    const step = event.key === (isRtl ? "ArrowLeft" : "ArrowRight") ? 1 : event.key.startsWith("Arrow") ? -1 : 0;
    if (event.ctrlKey || event.metaKey || event.key === "ArrowUp" || event.key === "ArrowDown") return;
    if (event.altKey && event.shiftKey && step !== 0) move(id, at + step);
    else if (event.altKey || event.shiftKey) return;
    else if (step !== 0) focusAt(at + step);
    else if (event.key === "Home") focusAt(0);
    else if (event.key === "End") focusAt(-1);
    else if (event.key === "Delete") void closeTabs([id]).then(() => focusAt(Math.min(at, tabs.length - 2))); // it never rejects
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const onDragOver = (event: DragEvent, at: number) => {
    if (!event.dataTransfer.types.includes(dragType)) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "move";
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const isSecondHalf = event.clientX > left + width / 2 !== (document.documentElement.dir === "rtl");
    setDropAt(isSecondHalf ? at + 1 : at);
  };
  const onDrop = (event: DragEvent) => {
    const id = event.dataTransfer.getData(dragType);
    const from = tabs.findIndex((tab) => tab.id === id);
    if (from >= 0 && dropAt !== null) {
      event.preventDefault();
      move(id, dropAt > from ? dropAt - 1 : dropAt);
    }
    setDropAt(null);
  };

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the tabs in it have the focus */}
      <div
        ref={bar}
        role="tablist"
        aria-label={t("label")}
        className={styles["bar"]}
        onDragLeave={() => setDropAt(null)}
        onDrop={onDrop}
      >
        {tabs.map((tab, at) => {
          const label = labels[at];
          if (label === undefined) return null;
          const isCurrent = tab.id === currentId;
          return (
            <TabItem
              key={tab.id}
              label={label}
              isCurrent={isCurrent}
              isUnsaved={parked.has(tab.id) || (isCurrent && guard !== null)}
              drop={dropAt === at ? "before" : dropAt === tabs.length && at === tabs.length - 1 ? "after" : undefined}
              onShow={() => switchToTab(tab.id)}
              onClose={() => void closeTabs([tab.id])} // it never rejects
              onMenu={(point) =>
                openContextMenu({ ...point, label: shownName(label.text), items: tabMenuItems(tabs, tab.id, t) })
              }
              onKeyDown={(event) => onKeyDown(event, tab.id, at)}
              onDragStart={(event) => {
                event.dataTransfer.setData(dragType, tab.id);
                event.dataTransfer.effectAllowed = "move";
              }}
              onDragOver={(event) => onDragOver(event, at)}
              onDragEnd={() => setDropAt(null)}
            />
          );
        })}
      </div>
      <output className="visually-hidden">{announced}</output>
    </>
  );
}
