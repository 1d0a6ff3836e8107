/**
 * How long a test waits, in ms, for what others do: a process, a daemon, a page. It costs nothing where they are quick, and a machine that is
 * busy or slow reddens nothing. Only a test that something does *not* come waits for less.
 */
export const patience = {
  /** For a condition that is asked about again and again: `expect.poll`, `vi.waitFor`, and what a page is expected to show. */
  pollMs: 20_000,
  /** For a daemon, a server, or a machine to start. */
  startMs: 60_000,
  /** For a whole test. */
  testMs: 90_000,
  /** For a hook, which may start several of them. */
  hookMs: 180_000,
};
