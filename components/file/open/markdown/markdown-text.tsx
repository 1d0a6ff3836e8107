"use client";

import { useMemo } from "react";
import Markdown, { type Components, type Options } from "react-markdown";
import rehypeSanitize from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import type { VirtualPath } from "@/lib/shared/paths";
import { CodeBlock } from "./code-block";
import { headingAnchors } from "./heading-anchors";
import { MarkdownImage } from "./markdown-image";
import { MarkdownLink } from "./markdown-link";
import { markdownSchema } from "./markdown-schema";
import styles from "./markdown.module.css";

const plugins: Pick<Options, "remarkPlugins" | "rehypePlugins" | "remarkRehypeOptions"> = {
  remarkPlugins: [remarkGfm],
  // Sanitising comes last but for our own anchors, which it would rename.
  rehypePlugins: [[rehypeSanitize, markdownSchema], headingAnchors],
  // The sanitiser puts the prefix before ids.
  remarkRehypeOptions: { clobberPrefix: "" },
};

type Props = { text: string; folder: VirtualPath; version: number };

/** Markdown as elements. HTML in it is shown as text; addresses lead into the app, outside, or nowhere. */
export function MarkdownText({ text, folder, version }: Props) {
  const components = useMemo<Components>(
    () => ({
      a: ({ href = "", children, node: _, ...rest }) => (
        <MarkdownLink href={href} folder={folder} {...rest}>
          {children}
        </MarkdownLink>
      ),
      img: ({ src, alt = "", title }) => (
        <MarkdownImage
          src={typeof src === "string" ? src : ""}
          alt={alt}
          title={title}
          folder={folder}
          version={version}
        />
      ),
      pre: ({ children }) => <CodeBlock>{children}</CodeBlock>,
      table: ({ children }) => (
        <div className={styles["table"]} tabIndex={0} role="group">
          <table>{children}</table>
        </div>
      ),
    }),
    [folder, version],
  );
  return (
    <article className={styles["text"]} dir="auto">
      <Markdown {...plugins} components={components} urlTransform={keepUrl}>
        {text}
      </Markdown>
    </article>
  );
}

/** Addresses are judged where they are used, in resolve-link; the sanitiser has taken the dangerous schemes before. */
const keepUrl = (url: string) => url;
