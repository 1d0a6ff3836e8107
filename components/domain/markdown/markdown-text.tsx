"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import Markdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import type { VirtualPath } from "@/lib/shared/paths";
import { CodeBlock } from "./code-block";
import { DocumentPlace } from "./document-place";
import { headingAnchors } from "./heading-anchors";
import { MarkdownImage } from "./markdown-image";
import { MarkdownLink } from "./markdown-link";
import { markdownSchema } from "./markdown-schema";
import { MarkdownTable } from "./markdown-table";
import { TaskBox } from "./task-box";
import styles from "./markdown.module.css";

const plugins: Pick<Options, "remarkPlugins" | "rehypePlugins"> = {
  remarkPlugins: [remarkGfm],
  // After the sanitiser come our own anchors only, which it would rename.
  rehypePlugins: [[rehypeSanitize, markdownSchema], headingAnchors],
};
const components: Components = {
  a: MarkdownLink,
  img: MarkdownImage,
  input: TaskBox,
  pre: CodeBlock,
  table: MarkdownTable,
};

type Props = { text: string; folder: VirtualPath; version: number };

/** Markdown as elements. HTML in it is left out; addresses lead into the app, outside, or nowhere. */
export function MarkdownText({ text, folder, version }: Props) {
  const t = useTranslations("markdown");
  // The sanitiser puts the prefix before ids.
  const footnotes = { clobberPrefix: "", footnoteLabel: t("footnotes"), footnoteBackLabel: t("footnoteBack") };
  const place = useMemo(() => ({ folder, version }), [folder, version]);
  return (
    <DocumentPlace value={place}>
      <article className={styles["text"]} dir="auto">
        <Markdown {...plugins} remarkRehypeOptions={footnotes} components={components} urlTransform={keepUrl}>
          {text}
        </Markdown>
      </article>
    </DocumentPlace>
  );
}

/** Addresses are judged where they are used, in resolve-link; the sanitiser has taken the dangerous schemes before. */
const keepUrl = (url: string) => url;
