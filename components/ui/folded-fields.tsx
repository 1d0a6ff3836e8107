"use client";

import { useState, type ReactNode } from "react";
import styles from "./folded-fields.module.css";

type Props = {
  title: string;
  /** Something in it has to be seen, such as what is wrong. It opens then, and stays open while that is mended. */
  isNeeded: boolean;
  children: ReactNode;
};

/** Fields of a form that few need. */
export function FoldedFields({ title, isNeeded, children }: Props) {
  const [isOpen, setOpen] = useState(isNeeded);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded !== wasNeeded) {
    setWasNeeded(isNeeded);
    if (isNeeded) setOpen(true);
  }
  return (
    <details className={styles["folded"]} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <bdi>{title}</bdi>
      </summary>
      <div>{children}</div>
    </details>
  );
}
