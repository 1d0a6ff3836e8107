"use client";

import { IconX } from "@tabler/icons-react";
import styles from "./tab-close.module.css";

type Props = { tip: string; isUnsaved?: boolean; onClose: () => void };

/**
 * The small button at the end of a tab, a child of what has `data-current` where the tab is the shown one. For the pointer alone: a list of tabs has
 * nothing but tabs, so keys need a way of their own.
 */
export function TabClose({ tip, isUnsaved = false, onClose }: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      className={styles["close"]}
      data-unsaved={isUnsaved || undefined}
      data-tip={tip}
      onClick={onClose}
    >
      <IconX size={14} />
    </button>
  );
}
