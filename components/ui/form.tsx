"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { useKitTexts } from "./kit-texts";
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

type ButtonsProps = {
  /** Shows “Cancel” in front of the others. */
  onCancel?: () => void;
  children: ReactNode;
};

/** The buttons at the end of a form, the confirming one last. */
export function FormButtons({ onCancel, children }: ButtonsProps) {
  const texts = useKitTexts();
  return (
    <div className={styles["buttons"]} data-form-buttons>
      {onCancel === undefined ? null : (
        <Button variant="default" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
      {children}
    </div>
  );
}
