import { AppError } from "@/lib/shared/errors";
import { remember } from "@/lib/server/remember";

type Failures = { count: number; blockedUntilMs: number };

const freeTries = 5;
const maxDelayMs = 15 * 60_000;
const maxKeys = 20_000;

/** How long to wait after the n-th failure in a row: nothing up to five, then 1 s doubling to 15 minutes. */
export function delayAfter(failures: number): number {
  return failures < freeTries ? 0 : Math.min(maxDelayMs, 1000 * 2 ** (failures - freeTries));
}

function failures(): Map<string, Failures> {
  return remember("sign-in-failures", () => new Map<string, Failures>());
}

/** Refuses while one of the keys (account, address) is blocked. */
export function assertNotThrottled(keys: readonly string[], nowMs = Date.now()): void {
  const until = Math.max(...keys.map((key) => failures().get(key)?.blockedUntilMs ?? 0));
  if (until > nowMs) throw new AppError("auth/throttled", { seconds: Math.ceil((until - nowMs) / 1000) });
}

export function countFailure(keys: readonly string[], nowMs = Date.now()): void {
  const map = failures();
  for (const key of keys) {
    const count = (map.get(key)?.count ?? 0) + 1;
    map.delete(key); // to the end: the oldest are dropped first
    map.set(key, { count, blockedUntilMs: nowMs + delayAfter(count) });
  }
  for (const key of map.keys()) {
    if (map.size <= maxKeys) break;
    map.delete(key);
  }
}

export function forgetFailures(keys: readonly string[]): void {
  for (const key of keys) failures().delete(key);
}
