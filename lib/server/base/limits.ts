import { boundByDescriptors } from "./descriptor-limits";
import { mediaLimits } from "./media-limits";
import { previewLimits } from "./preview-limits";
import { shareLimits } from "./share-limits";

/**
 * What anybody may make this server hold, in one place: `bench/hostile.ts` measures that it holds. A network is one IPv4 address or
 * one IPv6 /64. "In all" is chosen so that the sums of what all of them hold stay below 400 MB of memory. Networks cost an anonymous caller nothing, so anonymous callers together have half of what they share with users.
 */
const kib = 1024;
const mib = 1024 * kib;
const { slowBody, spooled, downloads } = boundByDescriptors;
export const limits = {
  /**
   * JSON that an anonymous caller may send. The longest that is meant is a password of a share or the form of the first account; what is not here after ten seconds is not being typed. 512 of 16 KiB are 8 MB.
   */
  publicBody: { bytes: 16 * kib, maxMs: 10_000, perNetwork: 32, inAll: 512 },
  /** JSON of somebody signed in: ten thousand paths of usual length. In 60 s it comes over the slowest line that is of use. */
  userBody: { bytes: 4 * mib, maxMs: 60_000 },
  /** A text of the largest size that the editor opens, as JSON writes it: 160 MiB in ten minutes are 2.2 Mbit/s. The rest names it. */
  textBody: { bytes: 160 * mib, maxMs: 600_000, restBytes: 64 * kib },
  /** What a WebDAV client asks in XML: a few hundred properties. */
  davBody: { bytes: 256 * kib, maxMs: 60_000 },
  /**
   * Bytes of users' bodies that are held at once; those below `freeBytes` are not worth counting. A text is held as it came while it is saved, up to 160 MiB, so long ones are saved one at a time, and ordinary calls never wait for them.
   * Until the last of it is there, a long one is in a file without a name in the data folder: of one user, two of the largest. Each is a descriptor beside its connection's from
   * `gatheredBytes` on, so their number is bounded as well; nothing is read of those that wait. 128 gather 32 MB.
   */
  heldBodies: {
    freeBytes: 16 * kib,
    usual: { atOnce: 16 * mib, inAll: 64 * mib, maxWaiting: 100, maxWaitMs: 60_000, crawling: slowBody },
    long: { atOnce: 160 * mib, inAll: 160 * mib, maxWaiting: 20, maxWaitMs: 120_000 },
    spooled: { perUserBytes: 320 * mib, inAllBytes: 2048 * mib, gatheredBytes: 256 * kib, turns: spooled },
  },
  /**
   * Texts that are being shown. Each is read twice, to find its encoding and to send it, and costs two or three megabytes whatever its length. An
   * anonymous caller's is bounded by what it costs the processor.
   */
  texts: {
    anonymousBytes: 5 * mib,
    /** What is shown of the beginning, and of the end, of a text that is too large: some ten thousand lines of a log. */
    endBytes: mib,
    turns: { atOnce: 8, inAll: 64, anonymousInAll: 24, maxWaiting: 50, maxWaitMs: 30_000 },
  },
  downloads,
  /**
   * What is read of a file that tells no true size, such as those of /proc, before anything of it is shown or sent: it lies in a file without a name in the
   * folder for temporary files. The longest that a kernel has are a few tens of megabytes; some never end.
   */
  unsized: { bytes: 256 * mib, inAllBytes: 1024 * mib },
  /**
   * Paths of downloads that are too many for a URL, for six hours: a session's are those of the longest body, or of a few
   * thousand files of usual length many times over.
   */
  ticketLists: { perSessionBytes: 8 * mib, inAllBytes: 32 * mib },
  /**
   * Whoever sends less than this in half a minute, while another waits for the place, is cut off: a kibibyte each second is slower than any line that is of use, and one byte every two minutes would hold the place for ever.
   */
  uploadLanes: { crawling: { bytes: 30 * kib, ms: 30_000 } },
  /**
   * What the headers of a tar may make the server hold for one entry. 1 MiB is sixteen times all attributes that Linux keeps for a file; a million regions are a disk
   * image with a hole after each 64 KiB of 64 GB, and take 32 MB while it is unpacked. A header's end that is looked for takes nothing.
   */
  tar: { headerBytes: mib, sparseRegions: 1_000_000 },
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
   * Names that hosts and containers tell, which may be made to be many: what is held of each, beside its length, from when it is read until it was told or the walk
   * has left its folder. 96 MB are 350,000 usual ones, for all that one user has at once, so that no folder has `mostInFolder`; one below `freeBytes` is read whatever others hold. OpenSSH sends a hundred in
   * one packet, and packets of at most 256 KiB. `passedOver`: what is no name, or nothing at all, beside as many that are names.
   */
  hostNames: {
    entryBytes: 200,
    perUserBytes: 96 * mib,
    inAllBytes: 192 * mib,
    freeBytes: 64 * kib,
    mostInFolder: 500_000,
    passedOver: 10_000,
    packet: { bytes: 257 * kib, names: 4_096, extended: 64 },
  },
  /** Folders that are watched: each change of a thousand names is a tenth of a megabyte of text for each of those who look. A page watches one or two. */
  watches: { perHolder: 64, inAll: 4_096 },
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
  /**
   * Screens of terminals, which are drawn in threads: what programs write may take seconds to draw. Four threads of some 15 MB, and what is in
   * their screens; a user's are in one, and 60 of 15 MB fit its memory. Pieces of work are some 10 ms, a drawing of the longest scrollback two
   * seconds on a slow machine: five at one of them is a fault. A screen that is such a fault again and again is drawn no more. What was written last is
   * kept, to draw it again in another thread: 26 MB for all terminals. A drawing is kept for those who come right after.
   */
  screens: {
    threads: 4,
    perThread: 60,
    memory: { youngMb: 32, oldMb: 1_024 },
    idleMs: 10_000,
    watch: { everyMs: 500, looks: 10 },
    pieceBytes: 64 * kib,
    recentBytes: 64 * kib,
    maxMoves: 10,
    maxLosses: 3,
    drawnMs: 3_000,
  },
  /**
   * Who looks at terminals: a scrollback of some megabytes on its way for each, and a copy of all that comes. Ten guests with two devices each fit one; a user
   * has 200 terminals on the screen, or some in many windows.
   */
  terminalViewers: { perTerminal: 24, waits: { perHolder: 256, inAll: 2_048 } },
  /** A window that is dragged asks for a new size with each picture; each breaks all lines anew and draws the whole screen for everybody. */
  terminalResizeMs: 100,
  /**
   * What one confined shell may cost, and all of one user's together where there are control groups. Files in memory: 512 MiB for /tmp with the home folder, the
   * rest is for sockets and locks. 1,024 mounts start within a second, and no list of folders that a person has made is as long. A process may have 4 GiB of
   * its own, more than compilers need; a build has some hundred processes, a thousand is none. Without control groups all users' shells together stay
   * below 8,192 processes, a quarter of what the kernel has by default. When memory runs out, theirs are ended before anything else.
   */
  confined: {
    mounts: 1_024,
    temporaryBytes: 512 * mib,
    runBytes: 16 * mib,
    sharedMemoryBytes: 64 * mib,
    openFiles: 16_384,
    dataBytes: 4 * 1024 * mib,
    lockedBytes: 8 * mib,
    shellProcesses: 1_024,
    accountProcesses: 8_192,
    outOfMemoryScore: 800,
    /** Of one user. A third of the machine's memory, and half of the usual share of the processor, which counts where others want it as well. */
    group: { processes: 2_048, memoryShare: 1 / 3, processorWeight: 50 },
  },
  /** Processes that are told of, half a kilobyte each: the kernel itself has no more than 32,768 by default. */
  processes: 32_768,
  /** Of one process in the table, and in its details. */
  portsPerProcess: 50,
  /** Whoever starts a program decides how long its environment is: up to 6 MB, in any number of pieces. */
  environment: { bytes: 1024 * 1024, variables: 2_000 },
  openFiles: 1_000,
  /** Units of one manager that are told of, a third of a kilobyte each, and managers that are looked at: a program every 2.5 s each. */
  units: 10_000,
  unitManagers: 8,
  /** Disks, partitions, and what is made of them, half a kilobyte each. */
  disks: 2_000,
  /** Containers that are told of, those of them whose use is asked for, some ms of the daemon's each, the containers and volumes that one person may have without an administrator's rights, and the ports that these containers keep, running or not, of some hundred for all. */
  containers: 2_000,
  perPerson: { containers: 100, ports: 100, volumes: 100 },
  measuredContainers: 200,
  images: 5_000,
  /** What is sent to the daemon to build an image of: it keeps a copy. */
  buildContext: { entries: 100_000, bytes: 2 * 1024 * mib, patterns: 500, ignoreBytes: 64 * kib },
  /** Addresses on start pages that are asked whether they answer, each once a minute. */
  linkStates: 2_000,
  /** Volumes, and networks, that are told of; where there are as many volumes, only administrators make more. */
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
  /**
   * Connections to other machines by SSH: a socket, its keys and buffers, some 2 MB each with windows that are in use. Hosts that allow few sessions on one are given
   * up to three others by each user; no host of those that are shared gets more than it is likely to take from one address.
   */
  sshConnections: { perUser: 20, inAll: 200, othersPerHost: 3, inAllPerHost: 40 },
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
  /**
   * Regular expressions and globs of users, by the steps that the linear engine goes through for each character: with so many a name of 255 characters costs
   * 10 ms at the most. No file system has longer paths than `mostCharacters`. `ignoreRules`: of one `.gitignore`, its lines, and
   * the characters of those with wildcards in more than one place; `searchCharacters`: of all that one search keeps.
   */
  expressions: {
    mostSteps: 600,
    mostCharacters: 4_096,
    ignoreRules: {
      most: 2_000,
      lineCharacters: 1_000,
      wildCharacters: 2_000,
      fileBytes: 256 * 1024,
      searchCharacters: 8 * 1024 * 1024,
    },
  },
  /**
   * Places of all lists that are known by their numbers as well, some 300 bytes each in memory and in a file; numbers of folders that one had before, which may still
   * be somewhere; and other names under which such places were met, which each look at a path goes through.
   */
  knownPlaces: { inAll: 20_000, idsEach: 8, moved: 500 },
  shares: shareLimits,
  /** Of previews: what is decoded for them, and kept. */
  media: mediaLimits,
  previews: previewLimits,
  /** Searches by name or text, a thread or a ripgrep each. One place is kept for whoever has none: two of one user hold up nobody. */
  searches: { turns: { atOnce: 2, inAll: 3, keptForNew: 1, maxWaiting: 20 } },
  /** Sizes of entries that somebody waits for: a walk of seconds through large folders each. Of one user one is looked at while another goes on. */
  measures: { atOnce: 2, inAll: 6, maxWaiting: 50, maxWaitMs: 120_000 },
  /**
   * What tasks that run or wait hold: the texts that were asked, and what is made of each path. A user has seven of ten thousand paths of usual length, or three of
   * the longest body, and as much is in the database. `keptBytes`: what is kept there of tasks that are over, what was asked and what they found; the oldest
   * of a user's are shown without it, and are not begun again.
   */
  heldTasks: { perOwnerBytes: 24 * mib, inAllBytes: 96 * mib, stepBytes: 256, keptBytes: 32 * mib },
  /** Rows of a list that has no bound of its own but what each user may have: some kilobytes each at the most. */
  listedRows: 10_000,
  /** Rows of the database that are asked for together where one of all cannot be read: only those together with it are asked for one by one. */
  rowsTogether: 50,
  notedRows: 1_000, // Rows that cannot be read, of which the log has a line each.
  /** A sorted one holds the whole folder, 30 MB for 100,000 entries, until its reader has it or a minute has passed. */
  sortedListings: { turns: { atOnce: 1, inAll: 3, maxWaiting: 40, maxWaitMs: 60_000 }, maxSendMs: 60_000 },
} as const;
