/** Numbers of system calls, of x86-64 and of the list that newer machines share. */
const numbers = {
  x64: {
    prlimit64: 302,
    sched_setparam: 142,
    sched_setscheduler: 144,
    sched_setaffinity: 203,
    sched_setattr: 314,
    setpriority: 141,
    ioprio_set: 251,
    socket: 41,
    socketpair: 53,
    clone: 56,
    ioctl: 16,
    setsid: 112,
    unshare: 272,
    setns: 308,
    setxattr: 188,
    lsetxattr: 189,
    fsetxattr: 190,
    removexattr: 197,
    lremovexattr: 198,
    fremovexattr: 199,
    mount: 165,
    umount2: 166,
    pivot_root: 155,
    chroot: 161,
    shmget: 29,
    shmat: 30,
    shmctl: 31,
    semget: 64,
    semop: 65,
    semctl: 66,
    semtimedop: 220,
    msgget: 68,
    msgsnd: 69,
    msgrcv: 70,
    msgctl: 71,
    mq_open: 240,
    mq_unlink: 241,
    add_key: 248,
    request_key: 249,
    keyctl: 250,
    bpf: 321,
    perf_event_open: 298,
    userfaultfd: 323,
  },
  arm64: {
    prlimit64: 261,
    sched_setparam: 118,
    sched_setscheduler: 119,
    sched_setaffinity: 122,
    sched_setattr: 274,
    setpriority: 140,
    ioprio_set: 30,
    socket: 198,
    socketpair: 199,
    clone: 220,
    ioctl: 29,
    setsid: 157,
    unshare: 97,
    setns: 268,
    setxattr: 5,
    lsetxattr: 6,
    fsetxattr: 7,
    removexattr: 14,
    lremovexattr: 15,
    fremovexattr: 16,
    mount: 40,
    umount2: 39,
    pivot_root: 41,
    chroot: 51,
    shmget: 194,
    shmat: 196,
    shmctl: 195,
    semget: 190,
    semop: 193,
    semctl: 191,
    semtimedop: 192,
    msgget: 186,
    msgsnd: 189,
    msgrcv: 188,
    msgctl: 187,
    mq_open: 180,
    mq_unlink: 181,
    add_key: 217,
    request_key: 218,
    keyctl: 219,
    bpf: 280,
    perf_event_open: 241,
    userfaultfd: 282,
  },
};
/** The same everywhere: io_uring, what mounts, clone3, and the latest calls for attributes. */
const missing = [425, 426, 427, 435];
const refusedEverywhere = [428, 429, 430, 431, 432, 433, 442, 463, 466, 469];

/** Of linux/audit.h: a program may speak another machine's calls, whose numbers mean something else. */
const machines = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
/** A third set of numbers on x86-64 machines. */
const x32 = 0x4000_0000;

const load = (offset: number) => [0x20, 0, 0, offset] as const;
const unlessEqual = (value: number, skip: number) => [0x15, 0, skip, value] as const;
const unlessAtLeast = (value: number, skip: number) => [0x35, 0, skip, value] as const;
const unlessAnyOf = (bits: number, skip: number) => [0x45, 0, skip, bits] as const;
const andWith = (bits: number) => [0x54, 0, 0, bits] as const;
const answer = (code: number) => [0x06, 0, 0, code] as const;
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];

const allow = answer(0x7fff_0000);
const notPermitted = answer(0x0005_0000 | 1);
const noSuchCall = answer(0x0005_0000 | 38);

const nrAt = 0;
const machineAt = 4;
/** The lower half of an argument, on machines that put it first. */
const argumentAt = (index: number) => 16 + 8 * index;

const internet = [2, 10];
const netlink = 16;
/** STREAM and SEQPACKET: a pair of these is connected for good, one of datagrams can be sent anywhere. */
const pairs = [1, 5];
/** TIOCSTI, TIOCLINUX, TIOCSETD: typing for others, and line disciplines. */
const terminalCalls = [0x5412, 0x541c, 0x5423];
/** Instead of a process's number. */
const itself = 0;
/** Of clone(2): namespaces. */
const newNamespaces = 0x7e02_0000;

/**
 * What Landlock does not know of, as a filter for seccomp(2) in base64; null for a machine whose calls are not in the table. Refused are sockets but
 * those of the internet where the network is allowed (and none to programs of this machine by a path, which Landlock does not look at), namespaces,
 * limits and priorities of other processes of the account, a session of one's own, in which a program would outlive its terminal, memory and queues shared by number, attributes of files, and typing into
 * a terminal.
 */
export function seccompFilter(arch: string, { hasNetwork }: { hasNetwork: boolean }): string | null {
  if (arch !== "x64" && arch !== "arm64") return null;
  const { socket, socketpair, clone, ioctl, prlimit64, setpriority, ioprio_set, ...others } = numbers[arch];
  const { sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr, ...refused } = others;
  const program: Instruction[] = [
    load(machineAt),
    [0x15, 1, 0, machines[arch]],
    notPermitted,
    load(nrAt),
    ...(arch === "x64" ? [unlessAtLeast(x32, 1), notPermitted] : []),
    ...missing.flatMap((nr) => [unlessEqual(nr, 1), noSuchCall]),
    ...[...Object.values(refused), ...refusedEverywhere].flatMap((nr) => [unlessEqual(nr, 1), notPermitted]),
    ...[prlimit64, sched_setparam, sched_setscheduler, sched_setaffinity, sched_setattr].flatMap((nr) =>
      forCall(nr, [load(argumentAt(0)), unlessEqual(itself, 1), allow, notPermitted]),
    ),
    ...forCall(setpriority, ofItself(0)),
    ...forCall(ioprio_set, ofItself(1)),
    ...forCall(clone, [load(argumentAt(0)), unlessAnyOf(newNamespaces, 1), notPermitted, allow]),
    ...forCall(ioctl, [
      load(argumentAt(1)),
      ...terminalCalls.flatMap((call) => [unlessEqual(call, 1), notPermitted]),
      allow,
    ]),
    ...forCall(socketpair, [
      load(argumentAt(1)),
      andWith(0xf),
      ...pairs.flatMap((type) => [unlessEqual(type, 1), allow]),
      notPermitted,
    ]),
    ...forCall(socket, hasNetwork ? internetOnly : [notPermitted]),
    allow,
  ];
  return encode(program);
}

/** Addresses of this machine come by netlink's first protocol, which resolvers ask. */
const internetOnly: Instruction[] = [
  load(argumentAt(0)),
  ...internet.flatMap((family) => [unlessEqual(family, 1), allow]),
  unlessEqual(netlink, 3),
  load(argumentAt(2)),
  unlessEqual(0, 1),
  allow,
  notPermitted,
];

/** A call whose first argument says whom the second names: a process, itself. */
function ofItself(process: number): Instruction[] {
  return [
    load(argumentAt(0)),
    unlessEqual(process, 3),
    load(argumentAt(1)),
    unlessEqual(itself, 1),
    allow,
    notPermitted,
  ];
}

/** Every block ends with an answer, so that the number of the call is still there for the next one. */
function forCall(nr: number, block: readonly Instruction[]): Instruction[] {
  return [unlessEqual(nr, block.length), ...block];
}

function encode(program: readonly Instruction[]): string {
  const bytes = Buffer.alloc(program.length * 8);
  for (const [index, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  }
  return bytes.toString("base64");
}
