"use client";

import type { Monaco } from "@monaco-editor/react";
import type { editor } from "monaco-editor";
import { useSyncExternalStore } from "react";

type Shown = "light" | "dark" | "contrast";

function shownTheme(): Shown {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || theme === "contrast" ? theme : "light";
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

const bases: Record<Shown, editor.BuiltinTheme> = { light: "vs", dark: "vs-dark", contrast: "hc-black" };

/** Monaco's colours beside the text, by the design's tokens. */
const tokens: Readonly<Record<string, string>> = {
  "editor.background": "--panel",
  "editor.foreground": "--text",
  "editorLineNumber.foreground": "--faint",
  "editorLineNumber.activeForeground": "--text",
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

/** Themes by the page's tokens; defined each time a new theme is shown, since the tokens have values then. */
function defineTheme(monaco: Monaco, shown: Shown): string {
  const style = getComputedStyle(document.documentElement);
  const isHex = /^#[0-9a-f]{6}$/i;
  const colors = Object.fromEntries(
    Object.entries(tokens)
      .map(([name, token]) => [name, style.getPropertyValue(token).trim()] as const)
      .filter(([, value]) => isHex.test(value)),
  );
  const name = `filedeck-${shown}`;
  monaco.editor.defineTheme(name, { base: bases[shown], inherit: true, rules: [], colors });
  return name;
}

export function useEditorTheme(): { name: string; define: (monaco: Monaco) => void } {
  const shown = useSyncExternalStore(subscribe, shownTheme, () => "light" as const);
  return { name: `filedeck-${shown}`, define: (monaco) => void defineTheme(monaco, shown) };
}
