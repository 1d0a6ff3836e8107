"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */
import type { ComponentProps } from "react";
import type { ExtraProps } from "react-markdown";
import styles from "./markdown.module.css";

/** A table that scrolls by itself when it is wider than the text. */
export function MarkdownTable({ children }: ComponentProps<"table"> & ExtraProps) {
  return (
    <div className={styles["table"]} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
