"use client";

import { useTranslations } from "next-intl";
import type { DragEvent, KeyboardEvent, MouseEvent } from "react";
import { TabClose } from "@/components/ui/tab-close";
import { shownName } from "@/lib/shared/shown-name";
import type { TabLabel } from "./tab-label";
import { TabSign } from "./tab-sign";
import styles from "./tab-bar.module.css";

type Props = {
  label: TabLabel;
  isCurrent: boolean;
  isUnsaved: boolean;
  /** What is dragged would fall beside it. */
  drop: "before" | "after" | undefined;
  onShow: () => void;
  onClose: () => void;
  onMenu: (point: { x: number; y: number }) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDragEnd: () => void;
};

/** One tab. Its small button is for the pointer; keys have Delete and Alt+W. */
export function TabItem(props: Props) {
  const { label, isCurrent, isUnsaved, drop, onShow, onClose, onMenu, onKeyDown, ...drag } = props;
  const t = useTranslations("tab");
  const text = shownName(label.text);
  const hint = label.hint === null ? null : shownName(label.hint);
  const onClick = (event: MouseEvent<HTMLElement>) => {
    // Keys go on to the page that a click shows; who walks through the tabs by keys stays in the bar.
    if (event.detail > 0) event.currentTarget.blur();
    onShow();
  };
  return (
    <div
      role="presentation"
      className={styles["tab"]}
      data-current={isCurrent || undefined}
      data-drop={drop}
      draggable
      {...drag}
      onMouseDown={(event) => {
        // The browser's own way to scroll.
        if (event.button === 1) event.preventDefault();
      }}
      onAuxClick={(event) => {
        if (event.button !== 1) return;
        event.preventDefault();
        onClose();
      }}
      onContextMenu={(event) => {
        event.preventDefault();
        const { left, bottom } = event.currentTarget.getBoundingClientRect();
        const isByKey = event.clientX === 0 && event.clientY === 0;
        onMenu(isByKey ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY });
      }}
    >
      <button
        type="button"
        role="tab"
        aria-selected={isCurrent}
        aria-controls="main"
        aria-label={[text, hint, isUnsaved ? t("unsaved") : null].filter((part) => part !== null).join(", ")}
        aria-keyshortcuts="Delete"
        tabIndex={isCurrent ? 0 : -1}
        className={styles["show"]}
        data-tip={shownName(label.whole)}
        onClick={onClick}
        onKeyDown={onKeyDown}
      >
        <TabSign sign={label.sign} />
        <bdi className={styles["text"]}>{text}</bdi>
        {hint === null ? null : <bdi className={styles["hint"]}>{hint}</bdi>}
      </button>
      <TabClose tip={t("close")} isUnsaved={isUnsaved} onClose={onClose} />
    </div>
  );
}
