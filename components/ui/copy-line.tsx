"use client";

import { IconCheck, IconCopy } from "@tabler/icons-react";
import { IconButton } from "./icon-button";
import { useCopy } from "./use-copy";
import styles from "./copy-line.module.css";

type Props = {
  value: string;
  /** Above the line. */
  caption?: string;
  /** Of the button, before and after. */
  texts: { copy: string; copied: string };
  hasFocus?: boolean;
};

/** A text that is there to be copied: an address, a secret. */
export function CopyLine({ value, caption, texts, hasFocus = false }: Props) {
  const { isCopied, copy } = useCopy();
  return (
    <div>
      {caption === undefined ? null : <div className={styles["caption"]}>{caption}</div>}
      <div className={styles["line"]}>
        <code dir="ltr">{value}</code>
        <IconButton
          label={isCopied ? texts.copied : texts.copy}
          icon={isCopied ? <IconCheck size={18} /> : <IconCopy size={18} />}
          {...(hasFocus ? { "data-autofocus": true } : {})}
          onClick={() => copy(value)}
        />
      </div>
    </div>
  );
}
