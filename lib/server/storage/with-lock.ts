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
