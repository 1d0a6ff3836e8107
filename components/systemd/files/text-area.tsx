"use client";

import { Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "@/components/systemd/systemd.module.css";

type Props = {
  label: string;
  description?: ReactNode;
  text: string;
  onText: (text: string) => void;
  isFirst?: boolean;
  minRows?: number;
};

/** The text of a unit's file: it reads from the left in every language, and nothing corrects it. */
export function UnitTextArea({ label, description, text, onText, isFirst = false, minRows = 8 }: Props) {
  return (
    <Textarea
      label={label}
      description={description}
      value={text}
      autosize
      minRows={minRows}
      maxRows={20}
      dir="ltr"
      spellCheck={false}
      autoComplete="off"
      data-autofocus={isFirst || undefined}
      classNames={{ input: styles["editor"] ?? "" }}
      onChange={({ currentTarget }) => onText(currentTarget.value)}
    />
  );
}
