/** What the thread and its caller tell each other while the thread is busy: fields of one Int32Array. */
export const sharedFlags = {
  /** Bytes that were handed over and not taken yet. */
  ahead: 0,
  /** Grows with every read and write: a parser that runs in circles does neither. */
  beat: 1,
  /** The answer to `open`: 0 while it is awaited, else a descriptor and 1, or less than 0. */
  descriptor: 2,
  /** KiB that were read: of what is packed, or of the archive. */
  readKib: 3,
} as const;

export const flagCount = Object.keys(sharedFlags).length;
/** So much may wait to be taken; then the thread sleeps. */
export const maxAheadBytes = 4 * 1024 * 1024;
