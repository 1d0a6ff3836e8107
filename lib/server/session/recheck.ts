/** Something that goes on for a while and ends when it may not any more. */
export type Watched = { isAllowed: () => Promise<boolean>; end: () => void };

const everyMs = 5_000;

type State = { items: Set<Watched>; asked: Map<Watched, Promise<void>>; timer: NodeJS.Timeout | null };

const state: State = { items: new Set(), asked: new Map(), timer: null };

/**
 * Asks every few seconds whether this may still go on, and ends it when not: a right that was taken away must not last as long
 * as a slow download. Call the result when it is over. A question that fails is asked again; it ends nothing.
 */
export function recheck(item: Watched): () => void {
  const { items } = state;
  items.add(item);
  state.timer ??= setInterval(askIdle, everyMs).unref();
  return () => void items.delete(item);
}

/** One that gets no answer (a disk that hangs) is not asked again meanwhile, and keeps no other from being asked. */
function askIdle(): void {
  const { items, asked } = state;
  for (const item of items) if (!asked.has(item)) void ask(item); // never rejects
}

/** Asks of everything that goes on now, once, and waits for the answers. */
export async function recheckAll(): Promise<void> {
  const { items, asked } = state;
  await Promise.all(Array.from(items, async (item) => (asked.get(item) ?? Promise.resolve()).then(() => ask(item))));
}

function ask(item: Watched): Promise<void> {
  const { items, asked } = state;
  const answer = item
    .isAllowed()
    .catch(() => true)
    .then((isAllowed) => {
      asked.delete(item);
      if (!isAllowed && items.delete(item)) item.end();
    });
  asked.set(item, answer);
  return answer;
}
