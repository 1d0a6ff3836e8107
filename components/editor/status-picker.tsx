"use client";

import type { ReactNode } from "react";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import styles from "./editor-view.module.css";

type Props = {
  label: string;
  items: readonly MenuItem[];
  isDisabled?: boolean;
  isChanged?: boolean;
  children: ReactNode;
};

/** A value of the status bar with the menu that changes it. */
export function StatusPicker({ label, items, isDisabled = false, isChanged = false, children }: Props) {
  return (
    <ActionMenu label={label} items={items}>
      {(button) => (
        <button
          type="button"
          className={styles["item"]}
          data-tip={label}
          data-changed={isChanged || undefined}
          disabled={isDisabled}
          {...button}
        >
          {children}
        </button>
      )}
    </ActionMenu>
  );
}
