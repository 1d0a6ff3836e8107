"use client";

import { TextInput } from "@mantine/core";
import styles from "./factor.module.css";

type Props = {
  label: string;
  description?: string;
  value: string;
  error: string | null;
  onChange: (code: string) => void;
  /** Letters as well. */
  isRecovery?: boolean;
  /** Typing can begin at once. */
  hasFocus?: boolean;
};

/** A code from an app, which phones and password managers fill in by themselves, or one from a list on paper. */
export function CodeField({ label, description, value, error, onChange, isRecovery = false, hasFocus = false }: Props) {
  return (
    <TextInput
      label={label}
      {...(description === undefined ? {} : { description })}
      inputWrapperOrder={["label", "input", "error", "description"]}
      classNames={{ input: styles["code"] ?? "" }}
      value={value}
      error={error}
      dir="ltr"
      data-autofocus
      {...(hasFocus ? { ref: focus } : {})}
      autoComplete={isRecovery ? "off" : "one-time-code"}
      inputMode={isRecovery ? "text" : "numeric"}
      autoCapitalize={isRecovery ? "characters" : "none"}
      maxLength={isRecovery ? 20 : 12}
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function focus(node: HTMLInputElement | null): void {
  node?.focus();
}
