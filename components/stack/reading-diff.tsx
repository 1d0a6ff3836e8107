"use client";

import { DiffOfTexts } from "@/components/domain/code/diff-of-texts";
import { useEditorTheme } from "@/components/domain/code/editor-theme";

/** What was approved of a stack, and what would be run now. */
export default function ReadingDiff({ before, now }: { before: string; now: string }) {
  const theme = useEditorTheme();
  return <DiffOfTexts theirs={before} mine={now} language="yaml" theme={theme} isReadOnly />;
}
