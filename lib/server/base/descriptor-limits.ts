import { shareOfDescriptors } from "./descriptors";

/** While another waits for its room: slower than the 4 MiB a minute that a body may take at least. */
const slowBody = { bytes: 350_000, ms: 5_000, cutsUsers: true };

/** Of 1,024 descriptors, which some systems give, a sixteenth for long bodies, and an eighth for downloads: whoever has half of these has all that is one user's. */
const spooledInAll = shareOfDescriptors(128, 1 / 16);
const downloadsInAll = shareOfDescriptors(768, 1 / 8);

/** A part of `limits`: what holds a descriptor for long, beside its connection's. */
export const boundByDescriptors = {
  slowBody,
  spooled: {
    atOnce: Math.min(8, Math.ceil(spooledInAll / 2)),
    inAll: spooledInAll,
    maxWaiting: 20,
    maxWaitMs: 60_000,
    crawling: slowBody,
  },
  /** Files on their way out. One holds a descriptor and 64 KiB while its reader is slow; a browser asks for six at a time, behind a proxy with HTTP/2 for a hundred small ones, which wait for each other unseen. */
  downloads: {
    atOnce: Math.min(96, Math.ceil(downloadsInAll / 2)),
    inAll: downloadsInAll,
    anonymousInAll: Math.ceil(downloadsInAll / 2),
    maxWaiting: 300,
    maxWaitMs: 20_000,
  },
} as const;
