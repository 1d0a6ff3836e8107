"use client";

import { Editor, useMonaco } from "@monaco-editor/react";
import type { editor } from "monaco-editor";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from "react";
import { editorOptions } from "@/components/domain/code/editor-options";
import { editorSettings } from "@/components/domain/code/editor-settings";
import { useEditorTheme } from "@/components/domain/code/editor-theme";
import { useStore } from "@/components/ui/use-store";
import type { StackFile } from "@/lib/contracts/stack";
import { checkCompose, checkEnvironment, type ComposeProblem } from "./check-compose";
import { checkVariables } from "./check-variables";
import styles from "./stack.module.css";

type Props = {
  path: string;
  kind: StackFile["kind"];
  text: string;
  /** Other Compose files of the stack are read with it. */
  isPart: boolean;
  /** Of the stack: what its variables are. */
  environment: string;
  onText: (text: string) => void;
  onSave: () => void;
};

const owner = "compose";

/** A file of a stack, with what is wrong with it marked at its place and listed below. */
export default function FileEditor({ path, kind, text, isPart, environment, onText, onSave }: Props) {
  const t = useTranslations("stack");
  const theme = useEditorTheme();
  const monaco = useMonaco();
  const settings = useStore(editorSettings);
  const [code, setCode] = useState<editor.IStandaloneCodeEditor | null>(null);
  const problems = useMemo(
    () =>
      kind === "compose"
        ? [...checkCompose(text, { isPart }).problems, ...checkVariables(text, environment)]
        : checkEnvironment(text),
    [kind, text, isPart, environment],
  );
  const wordsOf = useCallback(
    (problem: ComposeProblem) =>
      problem.kind === "syntax"
        ? problem.text
        : t(`problems.${problem.kind}`, {
            name: problem.text,
            wanted: problem.kind === "wrongValue" ? problem.wanted : "",
          }),
    [t],
  );
  useEffect(() => {
    const model = code?.getModel() ?? null;
    if (model === null || monaco === null) return;
    const { Error: mistake, Warning: warning } = monaco.MarkerSeverity;
    const markers = problems.map((problem) => ({
      startLineNumber: problem.line,
      startColumn: problem.column,
      endLineNumber: problem.endLine,
      endColumn: problem.endColumn,
      message: wordsOf(problem),
      // What only looks wrong Compose may take another way.
      severity: problem.kind === "syntax" ? mistake : warning,
    }));
    monaco.editor.setModelMarkers(model, owner, markers);
  }, [code, problems, monaco, wordsOf]);
  const saveNow = useEffectEvent(onSave);
  useEffect(() => {
    const listening = code?.onKeyDown((event) => {
      if (!(event.ctrlKey || event.metaKey) || event.code !== "KeyS") return;
      event.preventDefault();
      event.stopPropagation();
      saveNow();
    });
    return () => listening?.dispose();
  }, [code]);

  const show = ({ line, column }: ComposeProblem) => {
    code?.setPosition({ lineNumber: line, column });
    code?.revealLineInCenter(line);
    code?.focus();
  };
  return (
    <>
      <div className={styles["editor"]} dir="ltr" data-ltr>
        <Editor
          path={`stack://${path}`}
          defaultValue={text}
          language={kind === "compose" ? "yaml" : "shell"}
          theme={theme}
          loading={null}
          options={{
            ...editorOptions(settings, { isReadOnly: false, readOnlyMessage: "", label: path }),
            tabSize: 2,
            insertSpaces: true,
            detectIndentation: false,
          }}
          onChange={(now) => onText(now ?? "")}
          onMount={(mounted: editor.IStandaloneCodeEditor) => {
            setCode(mounted);
            mounted.onDidDispose(() => setCode(null));
          }}
        />
      </div>
      {problems.length === 0 ? null : (
        <ul className={styles["problems"]} aria-label={t("problems.label")}>
          {problems.map((problem) => (
            <li key={`${problem.line}:${problem.column}:${problem.kind}:${problem.text}`}>
              <button type="button" className={styles["problem"]} onClick={() => show(problem)}>
                <span className={styles["line"]}>{t("problems.line", { line: problem.line })}</span>
                <span>{wordsOf(problem)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
