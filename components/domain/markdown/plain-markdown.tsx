"use client";

import { useTranslations } from "next-intl";
import { Banner } from "@/components/ui/banner";
import { maxMarkdownLength } from "./parse/limits";
import type { MarkdownFailure } from "./parse/parsed-markdown";
import styles from "./markdown.module.css";

/** A text as it is written, where laying it out would cost too much; of a very long one its beginning. */
export function PlainMarkdown({ text, reason }: { text: string; reason: MarkdownFailure }) {
  const t = useTranslations("markdown");
  return (
    <>
      <Banner kind="info">{t(reason)}</Banner>
      <pre className={styles["plain"]} dir="auto">
        {text.slice(0, maxMarkdownLength)}
      </pre>
    </>
  );
}
