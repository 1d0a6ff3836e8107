"use client";

import { useEffect, useRef } from "react";
import { NavList } from "./nav-list";
import styles from "./shell.module.css";

/** The navigation on mobile: a modal drawer. Mounted means open. */
export function NavDrawer({ label, onClose }: { label: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape does it
    <dialog
      ref={dialog}
      className={styles["drawer"]}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && dialog.current?.close()}
    >
      <nav aria-label={label} className={styles["drawerNav"]}>
        <NavList onChoose={() => dialog.current?.close()} />
      </nav>
    </dialog>
  );
}
