/** What a search thread and the one that started it both see, each an index of an Int32Array: whether to stop, whether a pattern is at work, and its progress. */
export const sharedFlags = { stop: 0, isMatching: 1, beat: 2 } as const;
