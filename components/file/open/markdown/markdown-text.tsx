"use client";

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
import styles from "./markdown.module.css";

const plugins: Pick<Options, "remarkPlugins" | "rehypePlugins" | "remarkRehypeOptions"> = {
  remarkPlugins: [remarkGfm],
  // After the sanitiser come our own anchors only, which it would rename.
  rehypePlugins: [[rehypeSanitize, markdownSchema], headingAnchors],
  // The sanitiser puts the prefix before ids.
  remarkRehypeOptions: { clobberPrefix: "" },
};
const components: Components = { a: MarkdownLink, img: MarkdownImage, pre: CodeBlock, table: MarkdownTable };

type Props = { text: string; folder: VirtualPath; version: number };

/** Markdown as elements. HTML in it is shown as text; addresses lead into the app, outside, or nowhere. */
export function MarkdownText({ text, folder, version }: Props) {
  const place = useMemo(() => ({ folder, version }), [folder, version]);
  return (
    <DocumentPlace value={place}>
      <article className={styles["text"]} dir="auto">
        <Markdown {...plugins} components={components} urlTransform={keepUrl}>
          {text}
        </Markdown>
      </article>
    </DocumentPlace>
  );
}

/** Addresses are judged where they are used, in resolve-link; the sanitiser has taken the dangerous schemes before. */
const keepUrl = (url: string) => url;
