"use client";

import { useId, useState, type ReactNode } from "react";
import { IconButton } from "./icon-button";
import styles from "./header-panel.module.css";

type Props = {
  /** Accessible name of the button, with the count in words. */
  label: string;
  title: string;
  icon: ReactNode;
  count?: number;
  isCountBad?: boolean;
  onOpen?: () => void;
  children: ReactNode;
};

/** A button in the header and the panel below it: closes by Escape and by a click elsewhere. Its content mounts when open. */
export function HeaderPanel({ label, title, icon, count = 0, isCountBad = true, onOpen, children }: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        label={label}
        icon={icon}
        count={count}
        isCountBad={isCountBad}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-controls={id}
      />
      <section
        id={id}
        popover="auto"
        aria-label={title}
        className={styles["panel"]}
        onToggle={(event) => {
          const isNowOpen = event.newState === "open";
          setOpen(isNowOpen);
          if (isNowOpen) onOpen?.();
        }}
      >
        <h2 className={styles["title"]}>{title}</h2>
        {isOpen ? children : null}
      </section>
    </>
  );
}
