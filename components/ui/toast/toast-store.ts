import { createStore } from "@/lib/shared/store";
import {
  noToasts,
  reduceToasts,
  type ToastAction,
  type ToastEvent,
  type ToastKind,
  type ToastState,
} from "./toast-state";

export const toastStore = createStore<ToastState>(noToasts);

export function sendToToasts(event: ToastEvent): void {
  toastStore.set((state) => reduceToasts(state, event));
}

/** Says something for a moment; the message also stays in the header's notification list, unless the bell has it from elsewhere. */
export function showToast(said: { kind: ToastKind; message: string; action?: ToastAction; isListed?: boolean }): void {
  sendToToasts({ type: "show", ...said, nowMs: Date.now() });
}
