import { allowedCalls, callByArguments, isKnown } from "./allowed-calls";

/** Of linux/audit.h: a program may speak another machine's calls, whose numbers mean something else. */
const machines = { x64: 0xc000_003e, arm64: 0xc000_00b7 };
/** A third set of numbers on x86-64 machines. */
const x32 = 0x4000_0000;

const load = (offset: number) => [0x20, 0, 0, offset] as const;
const unlessEqual = (value: number, skip: number) => [0x15, 0, skip, value] as const;
const unlessAtLeast = (value: number, skip: number) => [0x35, 0, skip, value] as const;
const unlessAnyOf = (bits: number, skip: number) => [0x45, 0, skip, bits] as const;
const unlessAtMost = (value: number, skip: number) => [0x25, skip, 0, value] as const;
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

const local = 1;
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

/** From here on numbers are the same everywhere, and libraries do without what is missing: clone3, io_uring, the latest calls for mounts and attributes. */
const firstNewer = 424;
/** Of personality(2): as it is, 32-bit addresses or not, and what is asked for to be told. */
const personalities = [0, 8, 0x2_0000, 0x2_0008, 0xffff_ffff];

type Jail = {
  /** With `lan_access`. */
  hasNetwork: boolean;
  /** Whether processes, mounts, and the network are its own: otherwise it can meet others of the account. */
  hasNamespaces: boolean;
};

/**
 * What a jail may ask of the kernel, as a filter for seccomp(2) in base64; null for a machine whose calls are not in the table. What is not allowed by name is
 * refused. Some calls are looked at more closely: sockets (of this machine’s programs only where none of the server’s are to be seen, of the internet, and
 * addresses of this machine), new namespaces, typing into a terminal. Without namespaces there are neither limits nor priorities for others of the account,
 * nor a session of one's own, in which a program would outlive its terminal.
 */
export function seccompFilter(arch: string, jail: Jail): string | null {
  if (!isKnown(arch)) return null;
  const call = callByArguments(arch);
  return encode([
    load(machineAt),
    [0x15, 1, 0, machines[arch]],
    notPermitted,
    load(nrAt),
    ...(arch === "x64" ? [unlessAtLeast(x32, 1), notPermitted] : []),
    ...ranges(allowedCalls(arch, jail)).flatMap(([first, last]) => [
      unlessAtLeast(first, 2),
      unlessAtMost(last, 1),
      allow,
    ]),
    ...["prlimit64", "sched_setparam", "sched_setscheduler", "sched_setaffinity", "sched_setattr"].flatMap((name) =>
      forCall(call(name), jail.hasNamespaces ? [allow] : ofItself(0)),
    ),
    ...forCall(call("setpriority"), jail.hasNamespaces ? [allow] : forItself(0)),
    ...forCall(call("ioprio_set"), jail.hasNamespaces ? [allow] : forItself(1)),
    ...forCall(call("clone"), [load(argumentAt(0)), unlessAnyOf(newNamespaces, 1), notPermitted, allow]),
    ...forCall(call("ioctl"), [
      load(argumentAt(1)),
      ...terminalCalls.flatMap((nr) => [unlessEqual(nr, 1), notPermitted]),
      allow,
    ]),
    ...forCall(call("personality"), [load(argumentAt(0)), ...oneOf(personalities), notPermitted]),
    ...forCall(call("socketpair"), jail.hasNamespaces ? ofFamilies([local]) : connectedPairs),
    ...forCall(call("socket"), ofFamilies(familiesOf(jail))),
    unlessAtLeast(firstNewer, 1),
    noSuchCall,
    notPermitted,
  ]);
}

/** Numbers that follow one another, as their first and last. */
function ranges(numbers: readonly number[]): [first: number, last: number][] {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const open = found.at(-1);
    if (open !== undefined && number <= open[1] + 1) open[1] = number;
    else found.push([number, number]);
  }
  return found;
}

const oneOf = (values: readonly number[]) => values.flatMap((value) => [unlessEqual(value, 1), allow]);

/** In a network of its own there is nobody but the jail itself. */
function familiesOf({ hasNetwork, hasNamespaces }: Jail): readonly number[] {
  return [...(hasNamespaces ? [local] : []), ...(hasNetwork || hasNamespaces ? [...internet, netlink] : [])];
}

/** Addresses of this machine come by netlink's first protocol, which resolvers ask. */
function ofFamilies(families: readonly number[]): Instruction[] {
  return [
    load(argumentAt(0)),
    ...oneOf(families.filter((family) => family !== netlink)),
    ...(families.includes(netlink) ? [unlessEqual(netlink, 3), load(argumentAt(2)), unlessEqual(0, 1), allow] : []),
    notPermitted,
  ];
}

/** By the lower bits of the type, which says more above. */
const connectedPairs: Instruction[] = [load(argumentAt(1)), andWith(0xf), ...oneOf(pairs), notPermitted];

/** A call that names a process: itself. */
function ofItself(index: number): Instruction[] {
  return [load(argumentAt(index)), unlessEqual(itself, 1), allow, notPermitted];
}

/** A call whose first argument says whom the second names: a process, itself. */
function forItself(process: number): Instruction[] {
  return [load(argumentAt(0)), unlessEqual(process, 4), ...ofItself(1), notPermitted];
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
