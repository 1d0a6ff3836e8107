import { z } from "zod";
import { unreadProblems } from "./toast-state";
import { sendToToasts, toastStore } from "./toast-store";

const storageKey = "filedeck.problems";
const kept = z.array(z.object({ kind: z.enum(["error", "warning"]), message: z.string(), atMs: z.number() })).max(100);
let isKept = false;

/** Problems that were not read come back after a reload of the tab. Call it in the browser, once is enough. */
export function keepProblems(): void {
  if (isKept) return;
  isKept = true;
  const before = kept.safeParse(readJson());
  if (before.success) sendToToasts({ type: "restore", notifications: before.data });
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
