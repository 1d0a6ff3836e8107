"use client";

import type { editor } from "monaco-editor";
import { useEffect, useState } from "react";

const pauseMs = 200;

/** What is in the editor, a moment after the typing. */
export function useLiveText(model: editor.ITextModel): string {
  const [text, setText] = useState(() => model.getValue());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const listening = model.onDidChangeContent(() => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (!model.isDisposed()) setText(model.getValue());
      }, pauseMs);
    });
    return () => {
      clearTimeout(timer);
      listening.dispose();
    };
  }, [model]);
  return text;
}
