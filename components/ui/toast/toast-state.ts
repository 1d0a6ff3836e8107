/** The rules of the specification for short messages (§4, §9), as a pure reducer; the host keeps the time. */
export type ToastKind = "success" | "error" | "warning";
type ToastPhase = "queued" | "shown" | "closing";
/** What the user may do about it; `key` names it for `withdraw`. */
export type ToastAction = { key: string; label: string; run: () => void };
type Said = {
  id: number;
  kind: ToastKind;
  message: string;
  action?: ToastAction;
  /** Screen readers have it from where it stands. */
  isReadOut?: boolean;
};
/** A closed toast is no longer in the list. */
export type Toast = Said & { phase: ToastPhase };
type Notification = Said & { atMs: number };

export type ToastState = {
  toasts: readonly Toast[];
  /** Every message, newest first, also those that were suppressed. */
  notifications: readonly Notification[];
  /** What was said last and has not been taken back: for the status line, and for screen readers. */
  latest: Said | null;
  nextId: number;
  /** Notifications with a higher id have not been read. */
  readId: number;
  /** When the last toast that was not suppressed came. */
  lastAtMs: number;
};

export type ToastEvent =
  /** `isListed: false`: the bell tells of it from elsewhere. */
  | {
      type: "show";
      kind: ToastKind;
      message: string;
      nowMs: number;
      action?: ToastAction;
      isListed?: boolean;
      isReadOut?: boolean;
      /** `false`: it is to be seen elsewhere. */
      hasCard?: boolean;
    }
  /** What was said does not hold any more: it was undone. */
  | { type: "retract"; key: string }
  /** Something else is looked at now. */
  | { type: "moveOn" }
  /** What was not read before the page was loaded anew. */
  | { type: "restore"; notifications: readonly Omit<Notification, "id" | "action">[] }
  | { type: "close"; id: number }
  | { type: "closed"; id: number }
  | { type: "read" }
  | { type: "forget" };

const visibleToasts = 5;
const suppressWithinMs = 500;
/** One that offers something stays long enough to be read and reached. */
export const actionToastMs = 8000;
const maxNotifications = 100;

export const noToasts: ToastState = {
  toasts: [],
  notifications: [],
  latest: null,
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
    case "retract": {
      const isIt = ({ action }: Pick<Said, "action">) => action?.key === event.key;
      return {
        ...state,
        toasts: toasts
          .filter((toast) => !isIt(toast) || toast.phase !== "queued")
          .map((toast) => (isIt(toast) ? startClosing(toast) : toast)),
        notifications: state.notifications.filter((notification) => !isIt(notification)),
        latest: state.latest !== null && isIt(state.latest) ? null : state.latest,
        // It goes: what is said of taking it back has its place, however soon it comes.
        lastAtMs: toasts.some(isIt) ? Number.NEGATIVE_INFINITY : state.lastAtMs,
      };
    }
    case "moveOn":
      return state.latest === null ? state : { ...state, latest: null };
    case "restore":
      return restore(state, event.notifications);
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

/** They are older than all that has been said since. */
function restore(state: ToastState, kept: readonly Omit<Notification, "id" | "action">[]): ToastState {
  const { nextId } = state;
  const restored = kept.map((one, index) => ({ ...one, id: nextId + kept.length - 1 - index }));
  const notifications = [...state.notifications, ...restored].slice(0, maxNotifications);
  return { ...state, notifications, nextId: nextId + kept.length };
}

function show(state: ToastState, event: Extract<ToastEvent, { type: "show" }>): ToastState {
  const { kind, message, nowMs } = event;
  const action = event.action === undefined ? {} : { action: event.action };
  const id = state.nextId;
  const said = { id, kind, message, ...action };
  const latest = { ...said, isReadOut: event.isReadOut === true };
  const listed = event.isListed === false ? [] : [{ ...said, atMs: nowMs }];
  const notifications = [...listed, ...state.notifications].slice(0, maxNotifications);
  // Measured from the last one that was seen: a steady stream of messages must not silence itself for ever.
  // What offers something is no noise.
  const isSuppressed = event.action === undefined && nowMs - state.lastAtMs < suppressWithinMs;
  if (isSuppressed || event.hasCard === false) return { ...state, notifications, latest, nextId: id + 1 };
  return {
    ...state,
    toasts: promote([...state.toasts, { id, kind, message, phase: "queued", ...action }]),
    notifications,
    latest,
    nextId: id + 1,
    lastAtMs: nowMs,
  };
}

/** Problems that have not been read, newest first: what failed, and hints why something cannot be done. One's own successes are no news. */
export function unreadProblems({ notifications, readId }: ToastState): readonly Notification[] {
  return notifications.filter(({ id, kind }) => id > readId && kind !== "success");
}

/** Shows queued toasts, oldest first, while fewer than five are visible; closing ones still take their place. */
function promote(toasts: readonly Toast[]): readonly Toast[] {
  let free = visibleToasts - toasts.filter(({ phase }) => phase !== "queued").length;
  return toasts.map((toast) => (toast.phase === "queued" && free-- > 0 ? { ...toast, phase: "shown" } : toast));
}
