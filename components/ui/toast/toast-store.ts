import { createStore } from "@/lib/shared/store";
import { endProblem, standProblem } from "@/components/ui/problem/problem-store";
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

type Saying = {
  kind: ToastKind;
  message: string;
  action?: ToastAction;
  isListed?: boolean;
  /** What it answers, if not what was pressed last; null: nothing that was pressed, such as the end of a task. */
  press?: Element | null;
};

/**
 * Says something for a moment; the message also stays in the header's notification list, unless the bell has it from elsewhere. An
 * error that answers a press stands there until the next act (decision 134); one in a dialog stands there alone.
 */
export function showToast({ press, ...said }: Saying): void {
  const isAnswer = press !== null;
  if (isAnswer && said.kind === "success") endProblem();
  const stands = isAnswer && said.kind === "error" ? standProblem(said.message, press) : null;
  const hasCard = stands !== "dialog" || said.action !== undefined;
  sendToToasts({ type: "show", ...said, nowMs: Date.now(), isReadOut: stands !== null, hasCard });
}
