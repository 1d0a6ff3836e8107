"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { createMarkdownParser, type ParserState } from "./markdown-parser";

/** A text laid out; while a newer one is at work, the one before it. */
export function useParsedMarkdown(text: string): ParserState {
  const t = useTranslations("markdown");
  const footnoteLabel = t("footnotes");
  const footnoteBackLabel = t("footnoteBack");
  const [state, setState] = useState<ParserState>({ parsed: null, failure: null });
  const parser = useRef<ReturnType<typeof createMarkdownParser>>(null);
  useEffect(() => {
    const started = createMarkdownParser(setState);
    parser.current = started;
    return started.stop;
  }, []);
  useEffect(
    () => parser.current?.give(text, { footnoteLabel, footnoteBackLabel }),
    [text, footnoteLabel, footnoteBackLabel],
  );
  return state;
}
