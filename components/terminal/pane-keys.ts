import type { KeyboardEvent } from "react";
import type { Way } from "./panes";

type Wish = { split: Way } | { step: 1 | -1 };

/** What browsers leave free and shells have no use for; by the keys' places, for Alt writes other signs on a Mac. */
export function wishOfKey({ code, ctrlKey, altKey, shiftKey, metaKey }: KeyboardEvent): Wish | null {
  if (!shiftKey || metaKey || ctrlKey === altKey) return null;
  if (code === "KeyD") return { split: ctrlKey ? "right" : "below" };
  if (ctrlKey) return null;
  if (code === "ArrowRight" || code === "ArrowDown") return { step: 1 };
  return code === "ArrowLeft" || code === "ArrowUp" ? { step: -1 } : null;
}
