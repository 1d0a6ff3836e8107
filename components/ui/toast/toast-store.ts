import { createStore } from "@/lib/shared/store";
import { noToasts, reduceToasts, type ToastEvent, type ToastKind, type ToastState } from "./toast-state";

export const toastStore = createStore<ToastState>(noToasts);

export function sendToToasts(event: ToastEvent): void {
  toastStore.set((state) => reduceToasts(state, event));
}

/** Says something for a moment; the message also stays in the header's notification list. */
export function showToast({ kind, message }: { kind: ToastKind; message: string }): void {
  sendToToasts({ type: "show", kind, message, nowMs: Date.now() });
}
