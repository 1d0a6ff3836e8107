import { createStore } from "@/lib/shared/store";
import { urls } from "./urls";

/** False while the server does not answer. */
export const isReachable = createStore(true);
/** How often it has come back: what was shown before may be old. */
export const recoveries = createStore(0);

/** Where this page comes from and what the server expected instead, while it refuses live connections for that; what is shown waits for them for ever. */
export const refusedOrigin = createStore<{ got: string; expected: string } | null>(null);

const pausesMs = [500, 1000, 2000, 3000, 5000];
const patienceMs = 5000;
let isAsking = false;

/** Something that went to the server failed, or what comes from it broke off: asks until it answers. */
export function doubtConnection(): void {
  if (isAsking) return;
  isAsking = true;
  void askUntilThere(); // never rejects
}

async function askUntilThere(): Promise<void> {
  for (let tries = 0; !(await isThere()); tries++) {
    isReachable.set(false);
    const pauseMs = pausesMs[Math.min(tries, pausesMs.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  isAsking = false;
  if (isReachable.get()) return;
  isReachable.set(true);
  recoveries.set((count) => count + 1);
}

/** A proxy that has lost the server answers, too. */
async function isThere(): Promise<boolean> {
  try {
    const options = { cache: "no-store", signal: AbortSignal.timeout(patienceMs) } as const;
    const response = await fetch(urls.api("health"), options);
    return response.ok;
  } catch {
    return false;
  }
}
