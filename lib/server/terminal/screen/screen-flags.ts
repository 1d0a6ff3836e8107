/** Where the thread is, as whoever watches it sees: counts up with each piece of work, and whose it is; none: -1. */
export const screenFlags = { beat: 0, current: 1 } as const;
export const nobody = -1;
