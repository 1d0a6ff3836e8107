/**
 * What anybody may make this server hold, in one place: `bench/hostile.ts` measures that it holds. A network is one IPv4 address or
 * one IPv6 /64. "In all" is chosen so that the sums of what all of them hold stay below 400 MB of memory. Networks cost an anonymous caller
 * nothing, so anonymous callers together have half of what they share with users.
 */
const kib = 1024;
const mib = 1024 * kib;

export const limits = {
  /**
   * JSON that an anonymous caller may send. The longest that is meant is a password of a share or the form of the first account; what is
   * not here after ten seconds is not being typed. 512 of 16 KiB are 8 MB.
   */
  publicBody: { bytes: 16 * kib, maxMs: 10_000, perNetwork: 32, inAll: 512 },
  /** JSON of somebody signed in: ten thousand paths of usual length. In 60 s it comes over the slowest line that is of use. */
  userBody: { bytes: 4 * mib, maxMs: 60_000 },
  /** A text of the largest size that the editor opens, as JSON writes it: 160 MiB in ten minutes are 2.2 Mbit/s. The rest names it. */
  textBody: { bytes: 160 * mib, maxMs: 600_000, restBytes: 64 * kib },
  /** What a WebDAV client asks in XML: a few hundred properties. */
  davBody: { bytes: 256 * kib, maxMs: 60_000 },
  /**
   * Bytes of users' bodies that are held at once; those below `freeBytes` are not worth counting. A text is held as it
   * came while it is saved, up to 160 MiB, so long ones come one at a time, and ordinary calls never wait for them.
   */
  heldBodies: {
    freeBytes: 16 * kib,
    usual: { atOnce: 16 * mib, inAll: 64 * mib, maxWaiting: 100, maxWaitMs: 60_000 },
    long: { atOnce: 160 * mib, inAll: 160 * mib, maxWaiting: 20, maxWaitMs: 120_000 },
  },
  /**
   * Texts that are being shown. Each is read twice, to find its encoding and to send it, and costs two or three megabytes whatever its length. An
   * anonymous caller's is bounded by what it costs the processor.
   */
  texts: {
    anonymousBytes: 5 * mib,
    turns: { atOnce: 8, inAll: 64, anonymousInAll: 24, maxWaiting: 50, maxWaitMs: 30_000 },
  },
  /**
   * Files on their way out. One holds a descriptor and 64 KiB while its reader is slow; a browser asks for six at a time, behind a proxy with
   * HTTP/2 for a hundred small ones, which wait for each other unseen.
   */
  downloads: { atOnce: 96, inAll: 768, anonymousInAll: 384, maxWaiting: 300, maxWaitMs: 20_000 },
  /**
   * Paths of downloads that are too many for a URL, for six hours: a session's are those of the longest body, or of a few
   * thousand files of usual length many times over.
   */
  ticketLists: { perSessionBytes: 8 * mib, inAllBytes: 32 * mib },
  /**
   * Whoever sends less than this in half a minute, while another waits for the place, is cut off: a kibibyte each second is slower than any
   * line that is of use, and one byte every two minutes would hold the place for ever.
   */
  uploadLanes: { crawling: { bytes: 30 * kib, ms: 30_000 } },
  /** Half-megabyte buffers, which only quick readers are of use to: 32 MB in all, whoever has them. */
  largeBuffers: 64,
  /**
   * Archives packed while they are sent: a processor each, two descriptors per file and about 2 MB. An anonymous caller who takes not even one piece
   * of 64 KiB in so long, while another waits, is cut off: what lies in between holds more than that of a slow reader's.
   */
  archives: {
    atOnce: 8,
    inAll: 24,
    anonymousInAll: 12,
    crawling: { bytes: 1, ms: 45_000 },
    maxWaiting: 20,
    maxWaitMs: 90_000,
  },
  /** What an anonymous caller's zip holds of its entries until its end, deflated: some 300,000 of them. Twelve of these are 96 MB. */
  anonymousZipRecordBytes: 8 * mib,
  /**
   * Listings as they are read: two pages of entries each, the packed names of the folder, and its folders; some 8 MB while it is large and its reader slow. An
   * anonymous caller who takes nothing in so long, while another waits, is cut off.
   */
  listings: {
    atOnce: 16,
    inAll: 96,
    anonymousInAll: 16,
    crawling: { bytes: 1, ms: 20_000 },
    maxWaiting: 100,
    maxWaitMs: 30_000,
  },
  /**
   * Entries of one folder that are told of. A browser has some 100 MB of these; two million are 170 MB on their way, and would end it. Reading stops there:
   * the names for sixteen listings of one user are 60 MB.
   */
  listedEntries: 200_000,
  /**
   * Checks of a password: 19 MiB and 50 ms each, in Node's four threads, through which every read of the disk goes as well. Two leave half of
   * them to everybody else; anonymous callers have one, for whoever has signed in from here before must not wait for those who try.
   */
  passwordChecks: { atOnce: 2, inAll: 2, anonymousInAll: 1, maxWaiting: 20, maxWaitMs: 20_000 },
  /**
   * Connections of one network, and in all, unless it is a trusted proxy or this machine: 16 KB each before anything was asked, and a descriptor, without which no file can be
   * opened: never more than half of those that there are.
   */
  connections: { perNetwork: 1_024, inAll: 16_384 },
  /**
   * WebSockets, signed in or not yet: whoever has not said who they are within ten seconds goes. Those without a session's cookie have half. A message opens a
   * channel or is a piece of what goes up through one; a page opens a few dozen at once, and whoever has more unanswered ones is cut off.
   */
  webSockets: {
    perNetwork: 512,
    inAll: 4_096,
    anonymousInAll: 2_048,
    messageBytes: 32 * kib,
    connectMs: 10_000,
    unansweredEvents: 200,
    /**
     * Messages are some 20 µs each and come six thousand to a packet. A terminal at full speed is told of some hundred a second; who is not let in yet says who
     * they are, and answers a ping.
     */
    pace: { perSecond: 2_000, atOnce: 5_000, beforeWelcome: 8, unsent: 1_000 },
  },
  /**
   * Channels that are open: a tab has two, and 200 terminals fit beside those of many tabs. What all that one user has, or everybody, may have on its way is counted
   * when they open, whether their readers are slow or not: 48 KiB for a tab, a quarter of a mebibyte for a terminal.
   */
  channels: {
    number: { perNetwork: 512, inAll: 8_192 },
    windowBytes: { perNetwork: 64 * mib, inAll: 192 * mib },
  },
  /** Terminals of all users, running or ended: a shell and the screen with its scrollback, some 10 MB each. */
  terminals: 400,
  /** Processes that are told of, half a kilobyte each: the kernel itself has no more than 32,768 by default. */
  processes: 32_768,
  /** Of one process in the table, and in its details. */
  portsPerProcess: 50,
  openFiles: 1_000,
  /** Units of one manager that are told of, a third of a kilobyte each, and managers that are looked at: a program every 2.5 s each. */
  units: 10_000,
  unitManagers: 8,
  /** Disks, partitions, and what is made of them, half a kilobyte each. */
  disks: 2_000,
  /** Containers that are told of, and those of them whose use is asked for, some ms of the daemon's each. */
  containers: 2_000,
  measuredContainers: 200,
  images: 5_000,
  /** What is sent to the daemon to build an image of: it keeps a copy. */
  buildContext: { entries: 100_000, bytes: 2 * 1024 * mib, patterns: 500, ignoreBytes: 64 * kib },
  /** Addresses on start pages that are asked whether they answer, each once a minute. */
  linkStates: 2_000,
  /** Volumes, and networks, that are told of. */
  volumes: 2_000,
  networks: 1_000,
  /** Compose projects that are told of. */
  stacks: 500,
  /** A Compose file, or what Compose makes of all of a stack's, read in a thread of its own: others write it. Half a second for a megabyte, and far longer for what is made to be slow. */
  composeFacts: { maxChars: 1024 * 1024, maxMs: 5_000, maxYoungGenerationSizeMb: 32, maxOldGenerationSizeMb: 256 },
  /** Compose itself as it reads the files of a stack: some lines of aliases make it fill any memory, and run for ever. */
  readingCompose: { ms: 20_000, cpuSeconds: 20, memoryBytes: 1024 * mib, outputBytes: 1024 * 1024 },
  /** Stacks whose files somebody has approved: a row of the setting, and three files each. The oldest are forgotten. */
  approvedStacks: 700,
  /** Recordings of terminals, the oldest of which go: a start looks through them all, and holds a hundred bytes of each. */
  recordings: 50_000,
  /** Connections to other machines by SSH: a socket, its keys and buffers, some 2 MB each with windows that are in use. */
  sshConnections: { perUser: 20, inAll: 200 },
  /** Ports passed on by SSH, and what may go through one of them at once: two sockets and their buffers each. */
  sshForwards: { perUser: 50, connections: 100 },
  /** SSH keys being made or opened: a thread of some 40 MB each, half a second for most, and some for what a file with many rounds asks. */
  keyJobs: { turns: { atOnce: 1, inAll: 2, maxWaiting: 10, maxWaitMs: 60_000 }, maxMs: 30_000 },
  /** Pages being made: 20 ms of the one thread that answers everybody each, and 200 may be asked for in one packet. */
  pages: { atOnce: 4, inAll: 8, maxWaiting: 50, maxWaitMs: 15_000 },
  /** Calls before signing in: a millisecond of that thread each, and longer where a password waits to be checked. */
  publicCalls: { atOnce: 2, inAll: 12, anonymousInAll: 6, maxWaiting: 200, maxWaitMs: 20_000 },
  /** Looks at what is behind a link, before any of it is sent: some milliseconds of the database each, which has one thread with everybody's calls. */
  visits: { atOnce: 4, inAll: 12, anonymousInAll: 8, maxWaiting: 200, maxWaitMs: 20_000 },
  /** Uploads to drop boxes on their way into the table: each looks at all that is unfinished there. */
  begunDrops: { atOnce: 2, inAll: 4, maxWaiting: 50, maxWaitMs: 20_000 },
  /**
   * Sign-ins that wait for another server, up to 15 s each: a socket, a descriptor, and some 50 KB. Of those whose password or passkey fits some of one user;
   * of anonymous callers, who come back from the provider with a code that nobody has looked at, what people of one network do at once.
   */
  askedElsewhere: { hook: { perHolder: 5, inAll: 200 }, provider: { perHolder: 10, inAll: 100 } },
  /** Requests sent on one connection before the first is answered: neither browsers nor proxies do that, and 200 fit in one packet. */
  unansweredRequests: 16,
  /** Searches by name or text, a thread or a ripgrep each. One place is kept for whoever has none: two of one user hold up nobody. */
  searches: { turns: { atOnce: 2, inAll: 3, keptForNew: 1, maxWaiting: 20 } },
  /** A sorted one holds the whole folder, 30 MB for 100,000 entries, until its reader has it or a minute has passed. */
  sortedListings: { turns: { atOnce: 1, inAll: 3, maxWaiting: 40, maxWaitMs: 60_000 }, maxSendMs: 60_000 },
} as const;
