const loop = { turnedAtMs: 0, turning: null as Promise<void> | null };

/**
 * Before each call that gives at once what it promises, such as one of the database: where the event loop has not turned for `maxMs`, waits until it has.
 * Thousands of such calls, whose promises go on one after the other, would hold up everybody until the last.
 */
export function untilTurned(maxMs = 2): Promise<void> | undefined {
  if (performance.now() - loop.turnedAtMs < maxMs) return undefined;
  return (loop.turning ??= new Promise((resolve) => {
    setImmediate(() => {
      loop.turning = null;
      loop.turnedAtMs = performance.now();
      resolve();
    });
  }));
}
