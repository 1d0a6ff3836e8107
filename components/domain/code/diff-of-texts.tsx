"use client";

import { DiffEditor } from "@monaco-editor/react";
import type { editor } from "monaco-editor";
import type { RefObject } from "react";

type Props = {
  theirs: string;
  mine: string;
  language: string;
  theme: string;
  isReadOnly: boolean;
  /** Is given the editor once it is there. */
  diffRef?: RefObject<editor.IStandaloneDiffEditor | null>;
};

/** Two versions of a text beside each other, or in one column where there is no room; the own one may be edited. */
export function DiffOfTexts({ theirs, mine, language, theme, isReadOnly, diffRef }: Props) {
  return (
    <DiffEditor
      original={theirs}
      modified={mine}
      language={language}
      theme={theme}
      loading={null}
      // The wrapper would take the models away before the editor that shows them.
      keepCurrentOriginalModel
      keepCurrentModifiedModel
      options={{
        automaticLayout: true,
        originalEditable: false,
        readOnly: isReadOnly,
        renderSideBySide: true,
        useInlineViewWhenSpaceIsLimited: true,
        hideUnchangedRegions: { enabled: true },
        ignoreTrimWhitespace: false,
        fontFamily: "var(--mono)",
        fontSize: 12.5,
        scrollBeyondLastLine: false,
        minimap: { enabled: false },
        renderOverviewRuler: false,
      }}
      onMount={(mounted: editor.IStandaloneDiffEditor) => {
        if (diffRef !== undefined) diffRef.current = mounted;
        const models = mounted.getModel();
        mounted.onDidDispose(() => {
          models?.original.dispose();
          models?.modified.dispose();
        });
      }}
    />
  );
}
