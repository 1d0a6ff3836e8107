"use client";

import { useSyncExternalStore } from "react";

export type ShownTheme = "light" | "dark" | "contrast";

function read(): ShownTheme {
  const theme = document.documentElement.dataset["theme"];
  return theme === "dark" || theme === "contrast" ? theme : "light";
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}

/** The theme that the page shows, for what brings colours of its own. */
export function useShownTheme(): ShownTheme {
  return useSyncExternalStore(subscribe, read, () => "light" as const);
}
