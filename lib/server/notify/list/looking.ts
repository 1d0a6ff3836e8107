/** Pages in the foreground, by their user: each keeps a channel open. */
const looking = new Map<string, number>();

/** Somebody looks at a page of this user, until the returned function is called. */
export function noteLooking(userId: string): () => void {
  looking.set(userId, (looking.get(userId) ?? 0) + 1);
  return () => {
    const left = (looking.get(userId) ?? 1) - 1;
    if (left > 0) looking.set(userId, left);
    else looking.delete(userId);
  };
}

export function isLooking(userId: string): boolean {
  return looking.has(userId);
}
