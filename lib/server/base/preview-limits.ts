const mib = 1024 * 1024;

/** What decoding others' files may cost: part of `limits`, a group of entries for each kind of preview. */
export const previewLimits = {
  /** A picture whose header tells of more pixels is refused before any of it is decoded: 200 megapixels of four bytes are 800 MB. */
  pixels: 200_000_000,
  /** What is given to a decoder as a whole. */
  inputBytes: 128 * mib,
  /** The first page of a PDF, as PNG. */
  page: {
    dataBytes: 1024 * mib,
    cpuSeconds: 15,
    timeoutMs: 20_000,
    temporaryBytes: mib,
    processes: 8,
    outputBytes: 16 * mib,
  },
  /** Pictures that were made, in a file of the data folder: forty thousand of usual size. What could not be made is tried again after a while. */
  kept: { bytes: 512 * mib, failures: 5_000, failureMs: 10 * 60_000 },
  /** Of every jail of a decoder, beside what its kind says: all of them together have a third of the memory, where there are control groups, and half of a user's share of the processor. */
  jail: {
    openFiles: 1_024,
    lockedBytes: 0,
    accountProcesses: 4_096,
    outOfMemoryScore: 900,
    sharedMemoryBytes: 64 * mib,
    runBytes: mib,
    group: { processes: 1_024, memoryShare: 1 / 3, processorWeight: 50 },
  },
  /**
   * A process that decodes pictures, one after the other. It has 1.5 GiB of its own, for 200 megapixels of four bytes and what is made of them; one picture takes 20 s at most, where one of 12 megapixels takes 30 ms. Ended after some
   * hundred, so that what leaks stays small, and after a minute without any. Its time on the processor is that of its life.
   */
  worker: {
    atMost: 2,
    heapMib: 256,
    jobMs: 20_000,
    jobs: 500,
    idleMs: 60_000,
    outputBytes: 64 * mib,
    jail: { dataBytes: 1_536 * mib, cpuSeconds: 600, temporaryBytes: mib, processes: 64 },
  },
  /** Pictures that are waited for: a folder's, by a person who scrolls. What waits holds no bytes. */
  waiting: 1_000,
  ratings: {
    /** A sidecar is read as a whole and parsed in one go; those of much edited pictures have some hundred KB. */
    sidecarBytes: mib,
    /** Pictures whose ratings are read by one call: each costs two looks at the disk at most, and its sidecar's text for as long as it is parsed. */
    perCall: 500,
  },
  /**
   * A picture that is edited at its full size, in a process of its own that ends with it: five pictures of 64 megapixels and four bytes are in memory at the worst, before and after each step. A person waits for it; one of 12
   * megapixels takes two seconds, as AVIF some more.
   */
  edit: {
    pixels: 64_000_000,
    inputBytes: 128 * mib,
    outputBytes: 256 * mib,
    heapMib: 256,
    turns: { atOnce: 1, maxWaiting: 4, inAll: 2, maxWaitMs: 60_000 },
    jail: { dataBytes: 3_072 * mib, cpuSeconds: 120, timeoutMs: 120_000, temporaryBytes: mib, processes: 64 },
  },
} as const;
