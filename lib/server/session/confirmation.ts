/** How long a password counts as given just now. */
const confirmedMs = 10 * 60_000;
const maxHeld = 10_000;

const confirmedAt = new Map<string, number>();

/** Call when the session's owner has given the password: at sign-in, and when asked again. A restart forgets it. */
export function noteConfirmed(sessionId: string, nowMs = performance.now()): void {
  const map = confirmedAt;
  map.delete(sessionId); // to the end: the oldest are dropped first
  map.set(sessionId, nowMs);
  for (const key of map.keys()) {
    if (map.size <= maxHeld) break;
    map.delete(key);
  }
}

/** Whether the password was given within the last ten minutes: whoever finds an open browser does not become root. */
export function isConfirmed(sessionId: string, nowMs = performance.now()): boolean {
  return (confirmedAt.get(sessionId) ?? Number.NEGATIVE_INFINITY) + confirmedMs > nowMs;
}
