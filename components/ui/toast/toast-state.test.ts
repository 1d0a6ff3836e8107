import { describe, expect, it } from "vitest";
import {
  noToasts,
  reduceToasts,
  unreadProblems,
  type ToastEvent,
  type ToastKind,
  type ToastState,
} from "./toast-state";

const run = (events: readonly ToastEvent[], from: ToastState = noToasts) => events.reduce(reduceToasts, from);
const show = (nowMs: number, message = `at ${nowMs}`): ToastEvent => ({
  type: "show",
  kind: "success",
  message,
  nowMs,
});
const problem = (nowMs: number, kind: ToastKind = "error") => ({
  ...show(nowMs),
  type: "show" as const,
  kind,
  message: `at ${nowMs}`,
  nowMs,
});
const phases = (state: ToastState) => state.toasts.map(({ phase }) => phase);

describe("reduceToasts", () => {
  it("shows the first message at once", () => {
    expect(phases(run([show(0)]))).toEqual(["shown"]);
  });

  it("suppresses a message within 500 ms of the previous and keeps it in the list", () => {
    const state = run([show(1000), show(1499, "suppressed")]);
    expect(state.toasts.map(({ message }) => message)).toEqual(["at 1000"]);
    expect(state.notifications.map(({ message }) => message)).toEqual(["suppressed", "at 1000"]);
  });

  it("shows again 500 ms after the last seen one, however many were suppressed between", () => {
    expect(run([show(0), show(400), show(500)]).toasts.map(({ message }) => message)).toEqual(["at 0", "at 500"]);
  });

  it("shows five at once, queues the rest, and moves up when one has closed", () => {
    const full = run([0, 1, 2, 3, 4, 5, 6].map((index) => show(index * 500)));
    expect(phases(full)).toEqual(["shown", "shown", "shown", "shown", "shown", "queued", "queued"]);
    const closing = run([{ type: "close", id: 2 }], full);
    expect(phases(closing)).toEqual(["shown", "closing", "shown", "shown", "shown", "queued", "queued"]);
    const closed = run([{ type: "closed", id: 2 }], closing);
    expect(closed.toasts.map(({ id }) => id)).toEqual([1, 3, 4, 5, 6, 7]);
    expect(phases(closed)).toEqual(["shown", "shown", "shown", "shown", "shown", "queued"]);
  });

  it("does not close what still waits", () => {
    const full = run([0, 1, 2, 3, 4, 5].map((index) => show(index * 500)));
    expect(phases(run([{ type: "close", id: 6 }], full)).at(-1)).toBe("queued");
  });

  it("counts problems, not one's own successes, until they are read, and forgets without touching what is visible", () => {
    const state = run([show(0), problem(100), problem(1000, "warning")]);
    expect(unreadProblems(state).map(({ message }) => message)).toEqual(["at 1000", "at 100"]);
    const read = run([{ type: "read" }], state);
    expect(unreadProblems(read)).toEqual([]);
    expect(unreadProblems(run([problem(2000)], read))).toHaveLength(1);
    const forgotten = run([{ type: "forget" }], state);
    expect([forgotten.notifications.length, forgotten.toasts.length]).toEqual([0, 2]);
  });

  it("takes back what was undone, everywhere, and nothing else", () => {
    const action = { key: "a", label: "Undo", run: () => {} };
    const state = run([{ type: "show", kind: "success", message: "m", nowMs: 0, action }]);
    expect([state.toasts[0]?.action, state.notifications[0]?.action, state.latest?.message]).toEqual([
      action,
      action,
      "m",
    ]);
    const other = run([{ type: "retract", key: "b" }], state);
    expect([phases(other), other.notifications.length, other.latest?.message]).toEqual([["shown"], 1, "m"]);
    const undone = run([{ type: "retract", key: "a" }], state);
    expect([phases(undone), undone.notifications, undone.latest]).toEqual([["closing"], [], null]);
    expect(run([{ type: "show", kind: "success", message: "n", nowMs: 1, action }], state).toasts).toHaveLength(2);
    expect(phases(run([show(1, "undone")], undone))).toEqual(["closing", "shown"]);
    expect(phases(run([show(1, "noise")], other))).toEqual(["shown"]);
  });

  it("keeps what was said last, suppressed or listed elsewhere, until something else is looked at", () => {
    const state = run([show(0), { ...problem(100), isListed: false }]);
    expect([state.latest?.message, state.notifications.length]).toEqual(["at 100", 1]);
    expect(run([{ type: "moveOn" }], state).latest).toBeNull();
  });

  it("has no card for what stands elsewhere, lists it, and does not read it out again", () => {
    const state = run([{ ...problem(1000), isReadOut: true, hasCard: false }, show(1001)]);
    expect([phases(state), state.notifications.length]).toEqual([["shown"], 2]);
    expect(run([{ ...problem(0), isReadOut: true }]).latest?.isReadOut).toBe(true);
    expect(run([problem(0)]).latest?.isReadOut).toBe(false);
  });

  it("takes up what was not read before a reload, as older than all that came since", () => {
    const kept = [
      { kind: "error", message: "newer", atMs: 2 },
      { kind: "error", message: "older", atMs: 1 },
    ] as const;
    const state = run([{ type: "restore", notifications: kept }], run([problem(10)]));
    expect(unreadProblems(state).map(({ message }) => message)).toEqual(["at 10", "newer", "older"]);
    expect(new Set(state.notifications.map(({ id }) => id)).size).toBe(3);
  });

  it("keeps the newest hundred notifications", () => {
    const state = run(Array.from({ length: 130 }, (_, index) => show(index)));
    expect([state.notifications.length, state.notifications[0]?.message]).toEqual([100, "at 129"]);
  });
});
