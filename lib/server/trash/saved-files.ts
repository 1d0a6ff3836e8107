const mostKnown = 10_000;

/** Of files, by their ids, which ones the saves since have made of them. In memory: for undo, which is soon, and refuses what it does not know. */
const next = new Map<string, string>();

export function noteSaved(was: string, is: string): void {
  if (next.size >= mostKnown) next.clear();
  next.set(was, is);
}

/** Whether saves have made the one of the other. */
export function isSavedFrom(was: string, is: string): boolean {
  const seen = new Set<string>();
  for (let at = next.get(was); at !== undefined && !seen.has(at); at = next.get(at)) {
    if (at === is) return true;
    seen.add(at);
  }
  return false;
}
