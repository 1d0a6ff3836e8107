"use client";

import { useMedia } from "@/components/ui/use-media";
import { useStore } from "@/components/ui/use-store";
import { createStore } from "@/lib/shared/store";

const storageKey = "filedeck.detailsPane";
/** From here on a list leaves so much room that it is there unasked. */
const roomyQuery = "(min-width: 1500px)";
/** Where the pane has a place beside a list. */
const fitsQuery = "(min-width: 1100px)";

function stored(): boolean | null {
  try {
    const text = localStorage.getItem(storageKey);
    return text === null ? null : text === "open";
  } catch {
    return null;
  }
}

/** What was chosen on this device; null: nothing yet, so the width decides. */
const choice = createStore<boolean | null>(typeof window === "undefined" ? null : stored());

/** Null: there is no room for it. */
export function usePaneOpen(): boolean | null {
  const chosen = useStore(choice);
  const isRoomy = useMedia(roomyQuery);
  return useMedia(fitsQuery) ? (chosen ?? isRoomy) : null;
}

export function togglePane(): void {
  const isOpen = !(choice.get() ?? matchMedia(roomyQuery).matches);
  choice.set(isOpen);
  try {
    localStorage.setItem(storageKey, isOpen ? "open" : "closed");
  } catch {
    // Without room the choice holds until the page is left.
  }
}
