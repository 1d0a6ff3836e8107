"use client";

import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { IconButton } from "./icon-button";
import { useKitTexts } from "./kit-texts";
import styles from "./text-list.module.css";

type Props = {
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean;
  /** Accessible name of the field for a new line. */
  inputLabel: string;
  placeholder?: string;
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
  /** The problem with a new line, or null. Empty and repeated lines are refused already. */
  validate?: (text: string) => string | null;
  /** A line as it is read, where that is not what is kept. */
  shownAs?: (text: string) => string;
  /** Said below a line. */
  renderNote?: (text: string) => ReactNode;
  /** Other ways to add a line, after the button. */
  tools?: ReactNode;
  texts: { add: string; empty: string; repeated: string; remove: (text: string) => string };
};

/** A list of lines, such as paths, that grows and shrinks one by one. */
export function TextList({
  label,
  isLabelHidden = false,
  inputLabel,
  placeholder,
  value,
  onChange,
  validate,
  shownAs,
  renderNote,
  tools,
  texts,
}: Props) {
  const kitTexts = useKitTexts();
  const read = (line: string) => shownAs?.(line) ?? line;
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const add = () => {
    const line = text.trim();
    if (line === "") setProblem(kitTexts.cannotBeEmpty);
    else if (value.includes(line)) setProblem(texts.repeated);
    else {
      const found = validate?.(line) ?? null;
      setProblem(found);
      if (found !== null) return;
      onChange([...value, line]);
      setText("");
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    // Enter adds the line; it must not save the form around it.
    event.preventDefault();
    add();
  };

  return (
    <fieldset className={styles["box"]}>
      <legend className={isLabelHidden ? "visually-hidden" : styles["label"]}>{label}</legend>
      {value.length === 0 ? (
        <p className={styles["empty"]}>{texts.empty}</p>
      ) : (
        <ul className={styles["list"]}>
          {value.map((line) => (
            <li key={line} className={styles["line"]}>
              <div>
                <code>{read(line)}</code>
                {renderNote?.(line)}
              </div>
              <IconButton
                label={texts.remove(read(line))}
                icon={<IconX size={16} />}
                onClick={() => onChange(value.filter((other) => other !== line))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles["adder"]}>
        <TextInput
          aria-label={inputLabel}
          className={styles["input"]}
          classNames={{ input: styles["mono"] ?? "" }}
          placeholder={placeholder}
          value={text}
          error={problem}
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          onKeyDown={onKeyDown}
          // What was typed and not added would be lost with the form's Save.
          onBlur={() => text.trim() !== "" && add()}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
        />
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onMouseDown={(event) => event.preventDefault()}
          onClick={add}
        >
          {texts.add}
        </Button>
        {tools}
      </div>
    </fieldset>
  );
}
