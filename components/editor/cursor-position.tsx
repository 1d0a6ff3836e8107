"use client";

import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useCallback, useSyncExternalStore } from "react";
import styles from "./editor-view.module.css";

/** Line, column, and how much is selected. */
export function CursorPosition({ code }: { code: editor.IStandaloneCodeEditor }) {
  const t = useTranslations("editor");
  const subscribe = useCallback(
    (listener: () => void) => {
      const listening = code.onDidChangeCursorSelection(listener);
      return () => listening.dispose();
    },
    [code],
  );
  const read = () => {
    const selection = code.getSelection();
    if (selection === null) return "1:1:0";
    const length = code.getModel()?.getValueLengthInRange(selection) ?? 0;
    return `${selection.positionLineNumber}:${selection.positionColumn}:${length}`;
  };
  const [line = 1, column = 1, selected = 0] = useSyncExternalStore(subscribe, read).split(":").map(Number);
  return (
    <button
      type="button"
      className={styles["item"]}
      data-tip={t("goToLine")}
      onClick={() => {
        code.focus();
        void code.getAction("editor.action.gotoLine")?.run(); // Monaco shows its own failures
      }}
    >
      {t("position", { line, column })}
      {selected > 0 ? ` (${t("selected", { count: selected })})` : null}
    </button>
  );
}
