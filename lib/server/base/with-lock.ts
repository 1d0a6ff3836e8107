const locks = new Map<string, Promise<void>>();

/** Runs one after the other what has the same key, so that "still unchanged?" and "replace" are one step among us. */
export async function withLock<T>(key: string, run: () => Promise<T>): Promise<T> {
  const before = locks.get(key);
  let release = () => {};
  const mine = new Promise<void>((resolve) => {
    release = resolve;
  });
  locks.set(key, mine);
  try {
    await before;
    return await run();
  } finally {
    release();
    if (locks.get(key) === mine) locks.delete(key);
  }
}

/** {@link withLock} of several keys at once. All take them in the same order, so that no two wait for each other. */
export function withLocks<T>(keys: readonly string[], run: () => Promise<T>): Promise<T> {
  return [...new Set(keys)].toSorted().reduceRight((inner, key) => () => withLock(key, inner), run)();
}
