"use client";

import { useCachedMe } from "@/components/layout/use-me";
import { useSavePreferences } from "@/components/layout/use-save-preferences";
import type { TerminalLook } from "@/lib/contracts/terminal-look";
import { usualTerminalLook } from "@/lib/shared/terminals";

/** What the user's terminals look like, and the way to change it: at once, and on every device. */
export function useTerminalLook() {
  const look: TerminalLook = useCachedMe()?.terminal ?? usualTerminalLook;
  const { mutate } = useSavePreferences();
  return { look, change: (wanted: Partial<TerminalLook>) => mutate({ terminal: { ...look, ...wanted } }) };
}
