import type { editor } from "monaco-editor";
import type { EditorSettings } from "./editor-settings";

type Scene = { isReadOnly: boolean; readOnlyMessage: string; label: string };

/** Monaco's options for a text of a server: nothing that changes bytes by itself, large files stay usable. */
export function editorOptions(
  { isWrapped, hasMinimap, fontSize }: EditorSettings,
  { isReadOnly, readOnlyMessage, label }: Scene,
): editor.IStandaloneEditorConstructionOptions {
  return {
    readOnly: isReadOnly,
    domReadOnly: isReadOnly,
    readOnlyMessage: { value: readOnlyMessage },
    ariaLabel: label,
    automaticLayout: true,
    fontFamily: "var(--mono)",
    fontSize,
    lineHeight: 1.5,
    wordWrap: isWrapped ? "on" : "off",
    minimap: { enabled: hasMinimap },
    largeFileOptimizations: true,
    maxTokenizationLineLength: 20_000,
    detectIndentation: true,
    trimAutoWhitespace: false,
    unusualLineTerminators: "off",
    unicodeHighlight: { ambiguousCharacters: false, invisibleCharacters: true, nonBasicASCII: false },
    scrollBeyondLastLine: false,
    smoothScrolling: false,
    renderLineHighlight: "line",
    stickyScroll: { enabled: false },
    bracketPairColorization: { enabled: true },
    fixedOverflowWidgets: true,
    padding: { top: 8, bottom: 8 },
    scrollbar: { verticalScrollbarSize: 12, horizontalScrollbarSize: 12 },
    contextmenu: true,
    wordBasedSuggestions: "currentDocument",
    accessibilitySupport: "auto",
  };
}
