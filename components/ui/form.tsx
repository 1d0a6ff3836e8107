"use client";

import type { ReactNode } from "react";
import styles from "./form.module.css";

type Props = { onSubmit: () => void; children: ReactNode; label?: string };

/** Fields below one another. The browser's own bubbles are off: every field says its problem itself. */
export function Form({ onSubmit, children, label }: Props) {
  return (
    <form
      className={styles["form"]}
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

/** The buttons at the end of a form, the confirming one last. */
export function FormButtons({ children }: { children: ReactNode }) {
  return <div className={styles["buttons"]}>{children}</div>;
}
