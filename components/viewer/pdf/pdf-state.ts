import type { PdfEvent, PdfMatches } from "./open-pdf";

export type PdfState =
  | { at: "loading"; page: number; scale: number; isFitted: boolean }
  | { at: "failed"; error: unknown }
  | { at: "shown"; pages: number; page: number; scale: number; isFitted: boolean; matches: PdfMatches | null };

export const closedPdf: PdfState = { at: "loading", page: 1, scale: 1, isFitted: true };

/** What the tools show of an opened document. */
export function reducePdf(state: PdfState, event: PdfEvent): PdfState {
  if (event.type === "failed") return { at: "failed", error: event.error };
  if (state.at === "failed") return state;
  switch (event.type) {
    case "ready":
      return { ...state, at: "shown", pages: event.pages, matches: null };
    case "page":
      return { ...state, page: event.page };
    case "scale":
      return { ...state, scale: event.scale, isFitted: event.isFitted };
    case "matches":
      break;
  }
  return state.at === "shown" ? { ...state, matches: event.matches } : state;
}
