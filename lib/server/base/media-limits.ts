const mib = 1024 * 1024;
const hourS = 3_600;

/** What playing others' films may cost: part of `limits`. */
export const mediaLimits = {
  /** Looking at a file: its first megabytes and its index. Some hundred milliseconds; a slow disk takes longer. What was found of the last few hundred files is kept. */
  facts: {
    jail: { dataBytes: 512 * mib, cpuSeconds: 20, timeoutMs: 20_000, temporaryBytes: mib, processes: 64 },
    outputBytes: mib,
    turns: { atOnce: 2, inAll: 4, maxWaiting: 50, maxWaitMs: 30_000 },
    kept: 500,
    /** Of each kind; more are not shown. */
    streams: 64,
    textLength: 200,
  },
  /** One picture of a film or the cover of a sound, as PNG: some hundred milliseconds. Its place in line is that of decoders. */
  frame: {
    dataBytes: 1_024 * mib,
    cpuSeconds: 20,
    timeoutMs: 20_000,
    temporaryBytes: mib,
    processes: 64,
    outputBytes: 16 * mib,
  },
  /**
   * A film that is converted while it is seen. x264 at 1080p takes one to two processors of a small machine, so all have four; one user has two, for the next begins before the last has ended. Whoever takes nothing for
   * ten minutes, in a long pause, begins anew. Time on the processor is that of a film of some hours.
   */
  play: {
    jail: { dataBytes: 3_072 * mib, cpuSeconds: 12 * hourS, timeoutMs: null, temporaryBytes: mib, processes: 256 },
    turns: { atOnce: 2, inAll: 4, maxWaiting: 4, maxWaitMs: 20_000 },
    stalledMs: 10 * 60_000,
  },
  /** Subtitles of a stream are found by reading all of the film. */
  subtitles: {
    jail: { dataBytes: 512 * mib, cpuSeconds: 120, timeoutMs: 120_000, temporaryBytes: mib, processes: 64 },
    turns: { atOnce: 1, inAll: 2, maxWaiting: 8, maxWaitMs: 120_000 },
    bytes: 4 * mib,
    cues: 20_000,
    cueLength: 2_000,
  },
  /** Files of subtitles beside a film: so many of a folder's names are looked at, and so many shown. */
  beside: { names: 20_000, shown: 32 },
  /** Per user, the oldest goes first. */
  positions: 1_000,
} as const;
