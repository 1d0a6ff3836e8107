import type { Shortcut } from "@/components/registry/feature";

/** The keys of the file page, as its help lists them. */
export const shortcuts: readonly Shortcut[] = [
  { text: "move", keys: ["↑", "↓", "←", "→", "Home", "End", "PgUp", "PgDn"], order: 10 },
  { text: "open", keys: ["Enter"], order: 20 },
  { text: "quickLook", keys: ["Space"], order: 30 },
  { text: "up", keys: ["Backspace", "Alt+↑"], order: 40 },
  { text: "history", keys: ["Alt+←", "Alt+→"], order: 50 },
  { text: "range", keys: ["Shift+↑", "Shift+↓"], order: 60 },
  { text: "toggle", keys: ["Ctrl+Space"], order: 70 },
  { text: "all", keys: ["Ctrl+A"], order: 80 },
  { text: "none", keys: ["Esc"], order: 90 },
  { text: "rename", keys: ["F2"], order: 100 },
  { text: "delete", keys: ["Del", "Shift+Del"], order: 110 },
  { text: "undo", keys: ["Ctrl+Z"], order: 120 },
  { text: "clipboard", keys: ["Ctrl+C", "Ctrl+X", "Ctrl+V"], order: 130 },
  { text: "moveTo", keys: ["Ctrl+Shift+X", "Ctrl+Shift+C"], order: 140 },
  { text: "filter", keys: ["Ctrl+F"], order: 170 },
  { text: "typeAhead", keys: ["a…z"], order: 180 },
  { text: "help", keys: ["?"], order: 190 },
];
