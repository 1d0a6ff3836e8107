import type { Entering } from "@/lib/server/user/enter";
import { randomId } from "@/lib/shared/units";
import type { ThrottleKey } from "@/lib/server/session/throttle";

/** Somebody who has given the right password and still owes the second factor. */
export type HalfSignedIn = {
  /** What the right second factor leads to. When the password changes meanwhile, it counts no more. */
  entering: Entering;
  /** What was counted for the password, forgotten when the second factor fits as well. */
  counted: readonly ThrottleKey[];
  /** What wrong second factors are counted by. */
  factorKey: ThrottleKey;
  expiresAtMs: number;
};

const lifeMs = 5 * 60_000;
const [maxPerUser, maxInAll] = [20, 2_000];

/** In memory alone: a restart asks for the password again. */
const held = new Map<string, HalfSignedIn>();

/** Keeps it for five minutes, and answers with the id that stands for it. Needs the right password each time; the oldest make room. */
export function keepHalf(half: Omit<HalfSignedIn, "expiresAtMs">, nowMs = Date.now()): string {
  for (const [id, { expiresAtMs }] of held) if (expiresAtMs <= nowMs) held.delete(id);
  const own = [...held].filter(([, { entering }]) => entering.userId === half.entering.userId);
  if (own.length >= maxPerUser) held.delete(own[0]?.[0] ?? "");
  if (held.size >= maxInAll) held.delete(held.keys().next().value ?? "");
  const id = randomId(32);
  held.set(id, { ...half, expiresAtMs: nowMs + lifeMs });
  return id;
}

export function findHalf(id: string, nowMs = Date.now()): HalfSignedIn | null {
  const half = held.get(id);
  return half !== undefined && half.expiresAtMs > nowMs ? half : null;
}

/** False where another one has gone on with it by now. */
export function dropHalf(id: string): boolean {
  return held.delete(id);
}
