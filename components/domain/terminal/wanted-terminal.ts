import { createStore } from "@/lib/shared/store";

/** A terminal that somebody has just opened, for whoever shows them; a new object each time. */
export const wantedTerminal = createStore<{ readonly id: string } | null>(null);

/** Until the screen is measured. */
export const usualTerminalSize = { cols: 80, rows: 24 };
