/** The rules of the specification for short messages (§4, §9), as a pure reducer; the host keeps the time. */
export type ToastKind = "success" | "error" | "warning";
type ToastPhase = "queued" | "shown" | "closing";
/** What the user may do about it; `key` names it for `withdraw`. */
export type ToastAction = { key: string; label: string; run: () => void };
type Said = { id: number; kind: ToastKind; message: string; action?: ToastAction };
/** A closed toast is no longer in the list. */
export type Toast = Said & { phase: ToastPhase };
type Notification = Said & { atMs: number };

export type ToastState = {
  toasts: readonly Toast[];
  /** Every message, newest first, also those that were suppressed. */
  notifications: readonly Notification[];
  nextId: number;
  /** Notifications with a higher id have not been read. */
  readId: number;
  /** When the last toast that was not suppressed came. */
  lastAtMs: number;
};

export type ToastEvent =
  | { type: "show"; kind: ToastKind; message: string; nowMs: number; action?: ToastAction }
  /** The action is not possible any more. */
  | { type: "withdraw"; key: string }
  | { type: "close"; id: number }
  | { type: "closed"; id: number }
  | { type: "read" }
  | { type: "forget" };

const visibleToasts = 5;
const suppressWithinMs = 500;
export const toastMs = { success: 1000, error: 1000, warning: 300 } as const satisfies Record<ToastKind, number>;
/** One that offers something stays long enough to be read and reached. */
export const actionToastMs = 8000;
const maxNotifications = 100;

export const noToasts: ToastState = {
  toasts: [],
  notifications: [],
  nextId: 1,
  readId: 0,
  lastAtMs: Number.NEGATIVE_INFINITY,
};

export function reduceToasts(state: ToastState, event: ToastEvent): ToastState {
  const { toasts } = state;
  switch (event.type) {
    case "show":
      return show(state, event);
    case "close":
      return { ...state, toasts: toasts.map((toast) => (toast.id === event.id ? startClosing(toast) : toast)) };
    case "closed":
      return { ...state, toasts: promote(toasts.filter((toast) => toast.id !== event.id)) };
    case "withdraw":
      return {
        ...state,
        toasts: toasts.map((toast) => withoutAction(toast, event.key)),
        notifications: state.notifications.map((notification) => withoutAction(notification, event.key)),
      };
    case "read":
      return { ...state, readId: state.nextId - 1 };
    case "forget":
      return { ...state, notifications: [] };
    default:
      return event satisfies never;
  }
}

function startClosing(toast: Toast): Toast {
  return toast.phase === "shown" ? { ...toast, phase: "closing" } : toast;
}

function withoutAction<T extends Said>(said: T, key: string): T {
  if (said.action?.key !== key) return said;
  const { action: _, ...rest } = said;
  return rest as T; // an optional field less
}

function show(state: ToastState, event: Extract<ToastEvent, { type: "show" }>): ToastState {
  const { kind, message, nowMs } = event;
  const action = event.action === undefined ? {} : { action: event.action };
  const id = state.nextId;
  const notification = { id, kind, message, atMs: nowMs, ...action };
  const notifications = [notification, ...state.notifications].slice(0, maxNotifications);
  // Measured from the last one that was seen: a steady stream of messages must not silence itself for ever.
  // What offers something is no noise.
  const isSuppressed = event.action === undefined && nowMs - state.lastAtMs < suppressWithinMs;
  if (isSuppressed) return { ...state, notifications, nextId: id + 1 };
  return {
    ...state,
    toasts: promote([...state.toasts, { id, kind, message, phase: "queued", ...action }]),
    notifications,
    nextId: id + 1,
    lastAtMs: nowMs,
  };
}

export function unreadCount({ notifications, readId }: ToastState): number {
  return notifications.filter(({ id }) => id > readId).length;
}

/** Shows queued toasts, oldest first, while fewer than five are visible; closing ones still take their place. */
function promote(toasts: readonly Toast[]): readonly Toast[] {
  let free = visibleToasts - toasts.filter(({ phase }) => phase !== "queued").length;
  return toasts.map((toast) => (toast.phase === "queued" && free-- > 0 ? { ...toast, phase: "shown" } : toast));
}
