import type { Storage } from "./storage";

/** How long an actor's storage is kept: what it resolved of denied and hidden folders must not grow old. */
const keptMs = 5_000;

/** One storage per actor object for a few seconds, instead of one per request. `shared`: what all share; with another of them it is made anew. */
export function rememberStorage<A extends object>(
  make: (actor: A) => Storage,
  shared: () => readonly unknown[],
): (actor: A) => Storage {
  const known = new WeakMap<A, { storage: Storage; madeAtMs: number; of: readonly unknown[] }>();
  return (actor) => {
    const now = performance.now();
    const kept = known.get(actor);
    if (kept !== undefined && kept.madeAtMs + keptMs > now && shared().every((one, index) => one === kept.of[index]))
      return kept.storage;
    const storage = make(actor);
    known.set(actor, { storage, madeAtMs: now, of: shared() });
    return storage;
  };
}
