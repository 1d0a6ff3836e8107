"use client";

import { useTranslations } from "next-intl";
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from "react";
import type { FileEntry } from "@/lib/contracts/file";
import { useNameProblem } from "@/components/domain/entry/use-name-problem";
import { baseNameLength } from "@/components/domain/entry/kinds";
import { isFolder } from "@/components/domain/entry/sort-rows";
import { editableName } from "@/lib/shared/shown-name";
import type { RenameEnd } from "@/components/domain/list/grid-model";
import styles from "./rename-field.module.css";

type Props = { entry: FileEntry; onEnd: (end: RenameEnd) => void };

/** The name as a field in its row: Enter and leaving it rename, Escape does not. */
export function RenameField({ entry, onEnd }: Props) {
  const t = useTranslations("file");
  const problemOf = useNameProblem();
  const input = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  // What nobody would see are signs in the field, and stay what they are unless their signs are deleted.
  const [field] = useState(() => editableName(entry.name));
  const [text, setText] = useState(field.text);
  const name = field.toName(text);
  const problem = problemOf(name);

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(0, baseNameLength(field.text, isFolder(entry)));
  }, [entry, field]);

  const end = (newName: string | null) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd({ name: entry.name, newName: newName === entry.name ? null : newName });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    // Enter that ends a Chinese, Japanese or Korean composition is not an answer.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") end(null);
    if (event.key === "Enter" && problem === null) end(name);
  };

  return (
    <span className={styles["field"]}>
      <input
        ref={input}
        className={styles["input"]}
        aria-label={t("renameLabel", { name: field.text })}
        aria-invalid={problem !== null}
        title={problem ?? undefined}
        dir="auto"
        value={text}
        autoComplete="off"
        spellCheck={false}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={() => end(problem === null ? name : null)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
      />
      {problem === null ? null : (
        <span className={styles["problem"]} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
