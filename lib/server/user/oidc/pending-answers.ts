import { randomId } from "@/lib/shared/units";
import { hashToken, isSame } from "@/lib/server/base/keys";

/** What somebody was sent to the provider for. */
export type Errand = { kind: "login"; stay: boolean } | { kind: "link"; userId: string };

type Pending = {
  errand: Errand;
  issuer: string;
  redirectUri: string;
  nonce: string;
  verifier: string;
  /** SHA-256 of the word that the browser keeps: an answer that was fetched in one browser is none in another. */
  browserHash: string;
  /** Whose place it takes here: one network cannot drive out the others. */
  network: string;
  expiresAtMs: number;
};

export const pendingMs = 10 * 60_000;
const [maxPerNetwork, maxInAll] = [50, 5_000];

/** In memory alone: a restart asks to begin again. */
const held = new Map<string, Pending>();

type Kept = Omit<Pending, "browserHash" | "expiresAtMs">;

/** Keeps it for ten minutes. `state` goes to the provider and back, `browser` into a cookie. The oldest make room. */
export function keepPending(pending: Kept, nowMs = Date.now()): { state: string; browser: string } {
  for (const [state, { expiresAtMs }] of held) {
    if (expiresAtMs > nowMs) break; // in the order in which they were made
    held.delete(state);
  }
  const near = [...held].filter(([, { network }]) => network === pending.network);
  if (near.length >= maxPerNetwork) held.delete(near[0]?.[0] ?? "");
  if (held.size >= maxInAll) held.delete(held.keys().next().value ?? "");
  const [state, browser] = [`${pending.errand.kind}-${randomId(43)}`, randomId(43)];
  held.set(state, { ...pending, browserHash: hashToken(browser), expiresAtMs: nowMs + pendingMs });
  return { state, browser };
}

/** What this state stands for, once: whatever comes of it, it is used up. Null when it is unknown, late, or another browser's. */
export function takePending(
  { state, browser }: { state: string; browser: string | null },
  nowMs = Date.now(),
): Pending | null {
  const pending = held.get(state);
  held.delete(state);
  if (pending === undefined || pending.expiresAtMs <= nowMs || browser === null) return null;
  return isSame(pending.browserHash, hashToken(browser)) ? pending : null;
}
