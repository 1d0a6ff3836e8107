import type { ITheme, Terminal } from "@xterm/xterm";

/** The sixteen colours, on a dark ground in every theme: programs choose them for one. */
const colours = {
  black: "#3b424c",
  red: "#f27a72",
  green: "#5fca86",
  yellow: "#e3b04b",
  blue: "#6ea0ff",
  magenta: "#c792ea",
  cyan: "#4fc4cf",
  white: "#cfd6de",
  brightBlack: "#8a95a1",
  brightRed: "#ff9d96",
  brightGreen: "#86e0a6",
  brightYellow: "#f4cd7a",
  brightBlue: "#9cc0ff",
  brightMagenta: "#ddb3f6",
  brightCyan: "#84e0e8",
  brightWhite: "#ffffff",
} as const satisfies ITheme;

export function readTheme(element: Element): ITheme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    ...colours,
    background: token("--term"),
    foreground: token("--term-text"),
    cursor: token("--term-text"),
    cursorAccent: token("--term"),
    selectionBackground: "#3d6fd180",
  };
}

/** Keeps a terminal in the colours of the page's theme, until the returned function is called. */
export function followTheme(terminal: Terminal, element: Element): () => void {
  const themes = new MutationObserver(() => (terminal.options.theme = readTheme(element)));
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => themes.disconnect();
}
