"use client";

import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import type { TerminalInfo } from "@/lib/contracts/terminal";
import { maxPanes, type Way } from "./panes";
import { useHasShell } from "./commands/use-has-shell";
import { splitTerminal } from "./terminal-store";

/** Divides the tab of a terminal, which has so many parts, as long as there is room. */
export function useSplit(terminal: TerminalInfo | null, paneCount: number): (way: Way) => void {
  const errorText = useErrorText();
  const hasShell = useHasShell();
  return (way) => {
    if (!hasShell || terminal === null || paneCount >= maxPanes) return;
    splitTerminal(terminal, way).catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
}
