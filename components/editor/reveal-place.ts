import type { editor } from "monaco-editor";
import type { TextPlace } from "@/components/domain/entry/text-place";
import styles from "./editor-view.module.css";

/** Brings a place of the text into the middle, puts the cursor there, and marks it until the text is changed. */
export function revealPlace(code: editor.IStandaloneCodeEditor, { line, from, to }: TextPlace): void {
  const lineNumber = Math.min(line, code.getModel()?.getLineCount() ?? 1);
  // Not selected: Escape would first take the selection back instead of closing.
  code.setPosition({ lineNumber, column: from ?? 1 });
  code.revealLineInCenter(lineNumber);
  const range = (startColumn: number, endColumn: number) => ({
    startLineNumber: lineNumber,
    endLineNumber: lineNumber,
    startColumn,
    endColumn,
  });
  const marks = code.createDecorationsCollection([
    { range: range(1, 1), options: { isWholeLine: true, className: styles["foundLine"] ?? "" } },
    ...(from === undefined || to === undefined
      ? []
      : [{ range: range(from, to), options: { inlineClassName: styles["found"] ?? "" } }]),
  ]);
  const listening = code.onDidChangeModelContent(() => {
    listening.dispose();
    marks.clear();
  });
}
