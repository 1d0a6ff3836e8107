"use client";

/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */

import { IconCheck, IconCopy } from "@tabler/icons-react";
import { Children, isValidElement, Suspense, useRef, type ComponentProps, type ReactNode } from "react";
import type { ExtraProps } from "react-markdown";
import { IconButton } from "@/components/ui/icon-button";
import { useKitTexts } from "@/components/ui/kit-texts";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { useCopy } from "@/components/ui/use-copy";
import styles from "./markdown.module.css";

const MermaidBlock = lazyPart(async () => ({ default: (await import("./mermaid-block")).MermaidBlock }));

/** A block of code; one of a diagram is drawn. */
export function CodeBlock({ children }: ComponentProps<"pre"> & ExtraProps) {
  const code = <WrittenCode>{children}</WrittenCode>;
  if (languageIn(children) !== "mermaid") return code;
  return (
    <Suspense fallback={code}>
      <MermaidBlock source={textIn(children)} fallback={code} />
    </Suspense>
  );
}

/** With its language and a button that copies it. */
function WrittenCode({ children }: { children: ReactNode }) {
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

type Code = { className?: string; children?: ReactNode };

function codeIn(children: ReactNode): Code {
  return Children.toArray(children).find((child) => isValidElement<Code>(child))?.props ?? {};
}

function languageIn(children: ReactNode): string {
  return /language-(\S+)/.exec(codeIn(children).className ?? "")?.[1] ?? "";
}

function textIn(children: ReactNode): string {
  return Children.toArray(codeIn(children).children)
    .filter((child) => typeof child === "string")
    .join("");
}
