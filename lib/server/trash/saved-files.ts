const mostKnown = 10_000;

/** Of files, by their ids, which ones the saves since have made of them. In memory: for undo, which is soon, and refuses what it does not know. */
const next = new Map<string, string>();

export function noteSaved(was: string, is: string): void {
  if (next.size >= mostKnown) next.clear();
  next.set(was, is);
}

/** What users have written over a file, by that file, with whoever it was: its size and time. */
const written = new Map<string, string>();

type Written = { origin: string; id: string | null; stamp: string };
const keyOf = ({ id, origin }: Written) => id ?? origin;

export function noteWritten(one: Written, userId: string): void {
  if (written.size >= mostKnown) written.clear();
  written.set(keyOf(one), `${userId} ${one.stamp}`);
}

/** Whether it is what this user has written there last; not after a restart. */
export const isWrittenBy = (one: Written, userId: string): boolean =>
  written.get(keyOf(one)) === `${userId} ${one.stamp}`;

/** Whether saves have made the one of the other. */
export function isSavedFrom(was: string, is: string): boolean {
  const seen = new Set<string>();
  for (let at = next.get(was); at !== undefined && !seen.has(at); at = next.get(at)) {
    if (at === is) return true;
    seen.add(at);
  }
  return false;
}
