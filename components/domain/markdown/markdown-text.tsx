"use client";

import type { Root } from "hast";
import { Suspense, useMemo } from "react";
import Markdown, { type Components } from "react-markdown";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { LoadingState } from "@/components/ui/state/loading-state";
import type { VirtualPath } from "@/lib/shared/paths";
import { CodeBlock } from "./code-block";
import { DocumentPlace } from "./document-place";
import { MarkdownImage } from "./markdown-image";
import { MarkdownLink } from "./markdown-link";
import type { ParserState } from "./markdown-parser";
import { MarkdownTable } from "./markdown-table";
import { PlainMarkdown } from "./plain-markdown";
import { TaskBox } from "./task-box";
import { useParsedMarkdown } from "./use-parsed-markdown";
import styles from "./markdown.module.css";

const MathStyle = lazyPart(() => import("./math-style"));
const components: Components = {
  a: MarkdownLink,
  img: MarkdownImage,
  input: TaskBox,
  pre: CodeBlock,
  table: MarkdownTable,
};

/** The text was parsed in a thread: what is made of none here gives way to it. */
const parsedAs = (tree: Root) => () => tree;
/** Addresses are judged where they are used, in resolve-link; the sanitizer has taken the dangerous schemes before. */
const keepUrl = (url: string) => url;

type Props = { text: string; folder: VirtualPath; version: number };

/** Markdown as elements; addresses lead into the app, outside, or nowhere. */
export function MarkdownText(props: Props) {
  return <ParsedText {...props} state={useParsedMarkdown(props.text)} />;
}

/** The same, for whoever has the text parsed. */
export function ParsedText({ text, folder, version, state }: Props & { state: ParserState }) {
  const { parsed, failure } = state;
  const place = useMemo(() => ({ folder, version }), [folder, version]);
  const content = useMemo(
    () =>
      parsed === null ? null : (
        <Markdown components={components} rehypePlugins={[[parsedAs, parsed.tree]]} urlTransform={keepUrl} />
      ),
    [parsed],
  );
  if (failure !== null) return <PlainMarkdown text={text} reason={failure} />;
  if (parsed === null) return <LoadingState rows={12} />;
  return (
    <DocumentPlace value={place}>
      <article className={styles["text"]} dir="auto">
        {content}
      </article>
      {parsed.hasMath ? (
        <Suspense>
          <MathStyle />
        </Suspense>
      ) : null}
    </DocumentPlace>
  );
}
