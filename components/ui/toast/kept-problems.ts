import { unreadProblems } from "./toast-state";
import { sendToToasts, toastStore } from "./toast-store";

const storageKey = "filedeck.problems";
const maxKept = 100;
type Problem = { kind: "error" | "warning"; message: string; atMs: number };

function isProblem(value: unknown): value is Problem {
  if (typeof value !== "object" || value === null || !("kind" in value && "message" in value && "atMs" in value))
    return false;
  const { kind, message, atMs } = value;
  return (kind === "error" || kind === "warning") && typeof message === "string" && typeof atMs === "number";
}

/** Anything else in the storage counts for nothing. */
function parseProblems(value: unknown): readonly Problem[] {
  return Array.isArray(value) && value.length <= maxKept && value.every(isProblem) ? value : [];
}

let isKept = false;

/** Problems that were not read come back after a reload of the tab. Call it in the browser, once is enough. */
export function keepProblems(): void {
  if (isKept) return;
  isKept = true;
  sendToToasts({ type: "restore", notifications: parseProblems(readJson()) });
  toastStore.subscribe(() => {
    const problems = unreadProblems(toastStore.get()).map(({ kind, message, atMs }) => ({ kind, message, atMs }));
    sessionStorage.setItem(storageKey, JSON.stringify(problems));
  });
}

function readJson(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
  } catch {
    return [];
  }
}
