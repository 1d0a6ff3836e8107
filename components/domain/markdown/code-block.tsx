"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { IconCheck, IconCopy } from "@tabler/icons-react";
import { Children, isValidElement, useRef, type ComponentProps, type ReactNode } from "react";
import type { ExtraProps } from "react-markdown";
import { IconButton } from "@/components/ui/icon-button";
import { useKitTexts } from "@/components/ui/kit-texts";
import { useCopy } from "@/components/ui/use-copy";
import styles from "./markdown.module.css";

/** A block of code with its language and a button that copies it. */
export function CodeBlock({ children }: ComponentProps<"pre"> & ExtraProps) {
  const texts = useKitTexts();
  const block = useRef<HTMLPreElement>(null);
  const { isCopied, copy } = useCopy();
  const language = languageIn(children);
  return (
    <div className={styles["code"]}>
      <div className={styles["codeBar"]}>
        <span>{language}</span>
        <IconButton
          label={isCopied ? texts.copied : texts.copy}
          icon={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          onClick={() => copy((block.current?.textContent ?? "").replace(/\n$/, ""))}
        />
        <output className="visually-hidden">{isCopied ? texts.copied : ""}</output>
      </div>
      <pre ref={block} tabIndex={0} data-ltr>
        {children}
      </pre>
    </div>
  );
}

function languageIn(children: ReactNode): string {
  const code = Children.toArray(children).find((child) => isValidElement<{ className?: string }>(child));
  return /language-(\S+)/.exec(code?.props.className ?? "")?.[1] ?? "";
}
