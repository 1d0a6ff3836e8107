"use client";

import { useTranslations } from "next-intl";
import type { Messages } from "next-intl";

type FrameWord = keyof Messages["documents"]["frame"];

// What is only known in the frame is put in there.
const words: readonly FrameWord[] = [
  "document",
  "sheets",
  "sheet",
  "sheetEmpty",
  "from",
  "to",
  "cc",
  "replyTo",
  "date",
  "noSubject",
  "remoteImages",
  "unnamed",
  "attachments",
  "sample",
  "pangram",
  "sizes",
  "characters",
  "fontFamily",
  "fontSubfamily",
  "version",
  "designer",
  "license",
  "glyphCount",
  "contents",
  "previousPage",
  "nextPage",
  "smaller",
  "larger",
  "model",
  "wireframe",
  "resetView",
];

/** The words of all frames, since they cannot ask for any. */
export function useFrameWords(): Readonly<Record<string, string>> {
  const t = useTranslations("documents.frame");
  return {
    ...Object.fromEntries(words.map((word) => [word, t(word as "document")])), // none of them has a placeholder
    sheetCut: t("sheetCut", { count: "{count}" }),
    saveAttachment: t("saveAttachment", { name: "{name}" }),
    section: t("section", { index: "{index}", count: "{count}" }),
  };
}
