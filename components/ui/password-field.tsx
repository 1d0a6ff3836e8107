"use client";

import { PasswordInput, type PasswordInputProps } from "@mantine/core";
import { useKitTexts } from "./kit-texts";

/** A password with a button that shows it, reachable by keyboard. */
export function PasswordField(props: PasswordInputProps) {
  const texts = useKitTexts();
  return <PasswordInput {...props} visibilityToggleButtonProps={{ "aria-label": texts.showPassword, tabIndex: 0 }} />;
}
