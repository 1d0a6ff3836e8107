"use client";

import { useMonaco, type Monaco } from "@monaco-editor/react";
import type { editor } from "monaco-editor";
import { useEffect } from "react";
import { useShownTheme, type ShownTheme } from "@/components/ui/use-shown-theme";

const bases: Record<ShownTheme, editor.BuiltinTheme> = { light: "vs", dark: "vs-dark", contrast: "hc-black" };

/** Monaco's colours beside the text, by the design's tokens. */
const tokens: Readonly<Record<string, string>> = {
  "editor.background": "--panel",
  "editor.foreground": "--text",
  "editorLineNumber.foreground": "--faint",
  "editorLineNumber.activeForeground": "--text",
  "editorLineNumber.dimmedForeground": "--faint",
  "editorCursor.foreground": "--accent",
  "editorGutter.background": "--panel",
  "editorWidget.background": "--panel",
  "editorWidget.foreground": "--text",
  "editorWidget.border": "--line",
  "editorStickyScroll.background": "--panel",
  "editorStickyScrollHover.background": "--panel-2",
  "editorSuggestWidget.selectedBackground": "--accent-soft",
  "editorSuggestWidget.selectedForeground": "--text",
  "input.background": "--panel-2",
  "input.foreground": "--text",
  "menu.background": "--panel",
  "menu.foreground": "--text",
  "menu.selectionBackground": "--accent-soft",
  "menu.selectionForeground": "--text",
  "quickInput.background": "--panel",
  focusBorder: "--accent",
};

/** What Monaco's own themes show too faintly on our panels: below 4.5 to 1. */
const rules: Record<ShownTheme, editor.ITokenThemeRule[]> = {
  light: [
    { token: "annotation", foreground: "6b6b6b" },
    { token: "metatag.html", foreground: "6b6b6b" },
    { token: "metatag.xml", foreground: "6b6b6b" },
    { token: "attribute.name", foreground: "c80000" },
  ],
  dark: [
    { token: "comment", foreground: "7aa668" },
    { token: "regexp", foreground: "c581a9" },
    { token: "delimiter.html", foreground: "919191" },
    { token: "delimiter.xml", foreground: "919191" },
  ],
  contrast: [],
};

/** The build may have shortened a token's value. */
function hexOf(value: string): string | null {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(value);
  if (short !== null)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`;
  return /^#[0-9a-f]{6}$/i.test(value) ? value : null;
}

function defineTheme(monaco: Monaco, shown: ShownTheme): void {
  const style = getComputedStyle(document.documentElement);
  const colors: Record<string, string> = {};
  for (const [name, token] of Object.entries(tokens)) {
    const color = hexOf(style.getPropertyValue(token).trim());
    if (color !== null) colors[name] = color;
  }
  monaco.editor.defineTheme(nameOf(shown), { base: bases[shown], inherit: true, rules: rules[shown], colors });
}

const nameOf = (shown: ShownTheme) => `filedeck-${shown}`;

/** The name of Monaco's theme for what the page shows; it is made when it is shown first, since the tokens have values then. */
export function useEditorTheme(): string {
  const shown = useShownTheme();
  const monaco = useMonaco();
  useEffect(() => {
    if (monaco !== null) defineTheme(monaco, shown);
  }, [monaco, shown]);
  return nameOf(shown);
}
