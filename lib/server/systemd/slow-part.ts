type Pause = {
  leastMs: number;
  /** Of the time: what takes long is read more seldom. */
  share: number;
};

/** How long the first reading may take. */
const firstMs = 2_000;

/**
 * What takes too long to be waited for. `latest` gives what was read last, null before that, and begins to read anew when it is time for that;
 * `onRead` says when it has been read. What goes wrong is tried again when it is time again. `forget`: it is time. `isBusy`: it is being read.
 */
export function createSlowPart<T>(read: () => Promise<T>, { leastMs, share }: Pause, onRead: () => void) {
  let known: T | null = null;
  let isReading = false;
  let dueMs = 0;
  let beganMs = 0;
  let usualMs = firstMs;

  async function now(): Promise<void> {
    isReading = true;
    dueMs = Number.POSITIVE_INFINITY;
    beganMs = performance.now();
    try {
      known = await read();
    } finally {
      const endedMs = performance.now();
      // Unless it was forgotten meanwhile.
      dueMs = Math.min(dueMs, endedMs + Math.max(leastMs, (endedMs - beganMs) / share));
      usualMs = endedMs - beganMs;
      isReading = false;
    }
  }

  /** Not for much longer than it took the last time: then something else is wrong. */
  const isBusy = () => isReading && performance.now() - beganMs < usualMs * 1.5 + 200;

  function latest(): T | null {
    if (!isReading && performance.now() >= dueMs) void now().then(onRead, () => {});
    return known;
  }

  return { latest, now, forget: () => void (dueMs = 0), isBusy };
}
