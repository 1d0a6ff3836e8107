import { remember } from "@/lib/server/remember";

/** Something that goes on for a while and ends when it may not any more. */
export type Watched = { isAllowed: () => Promise<boolean>; end: () => void };

const everyMs = 5_000;

type State = { items: Set<Watched>; timer: NodeJS.Timeout | null };

function state(): State {
  return remember("rechecked", (): State => ({ items: new Set(), timer: null }));
}

/**
 * Asks every few seconds whether this may still go on, and ends it when not: a right that was taken away must not last as long
 * as a slow download. Call the result when it is over. A question that fails is asked again; it ends nothing.
 */
export function recheck(item: Watched): () => void {
  const { items } = state();
  items.add(item);
  state().timer ??= setInterval(() => void recheckAll(), everyMs).unref(); // never rejects
  return () => void items.delete(item);
}

/** Asks of everything that goes on now, once. */
export async function recheckAll(): Promise<void> {
  const { items } = state();
  for (const item of Array.from(items)) {
    if (!items.has(item) || (await item.isAllowed().catch(() => true)) || !items.has(item)) continue;
    items.delete(item);
    item.end();
  }
}
