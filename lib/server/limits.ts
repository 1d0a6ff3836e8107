/**
 * What anybody may make this server hold, in one place: `bench/hostile.ts` measures that it holds. A network is one IPv4 address or
 * one IPv6 /64. "In all" is chosen so that the sums of what all of them hold stay below 400 MB of memory.
 */
const kib = 1024;
const mib = 1024 * kib;

export const limits = {
  /**
   * JSON that a stranger may send. The longest that is meant is a password of a share or the form of the first account; what is
   * not here after ten seconds is not being typed. 512 of 16 KiB are 8 MB.
   */
  publicBody: { bytes: 16 * kib, maxMs: 10_000, perNetwork: 32, inAll: 512 },
  /** JSON of somebody signed in: ten thousand paths of usual length. In 60 s it comes over the slowest line that is of use. */
  userBody: { bytes: 4 * mib, maxMs: 60_000 },
  /** A text of the largest size that the editor opens, as JSON writes it: 160 MiB in ten minutes are 2.2 Mbit/s. */
  textBody: { bytes: 160 * mib, maxMs: 600_000 },
  /** What a WebDAV client asks in XML: a few hundred properties. */
  davBody: { bytes: 256 * kib, maxMs: 60_000 },
  /**
   * Bytes of users' bodies that are held at once; those below `freeBytes` are not worth counting. A text is held three times over while it
   * is saved (as it came, as a text, in its own encoding), so long ones come one at a time, and ordinary calls never wait for them.
   */
  heldBodies: {
    freeBytes: 16 * kib,
    usual: { atOnce: 16 * mib, inAll: 64 * mib, maxWaiting: 100, maxWaitMs: 60_000 },
    long: { atOnce: 160 * mib, inAll: 160 * mib, maxWaiting: 20, maxWaitMs: 120_000 },
  },
} as const;
