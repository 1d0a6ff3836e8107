// System calls for the launchers, which are programs of their own: what they do to themselves cannot be undone.
import { createRequire } from "node:module";
import type * as Koffi from "koffi";

const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
const libc = koffi.load(null);

export class SystemCallError extends Error {
  readonly errno: number;
  constructor(what: string, errno: number) {
    super(`${what}: errno ${errno}`);
    this.errno = errno;
  }
}

/** Nothing goes on after a step that failed. Throws SystemCallError. */
export function must(what: string, result: unknown): number {
  if (Number(result) < 0) throw new SystemCallError(what, koffi.errno());
  return Number(result);
}

export const prctl = libc.func("prctl", "int", ["int", "ulong", "ulong", "ulong", "ulong"]);
const prctlWith = libc.func("prctl", "int", ["int", "ulong", "const void *", "ulong", "ulong"]);
export const mount = libc.func("int mount(const char *, const char *, const char *, unsigned long, const char *)");
export const unmount = libc.func("int umount2(const char *, int)");
export const unshare = libc.func("int unshare(int)");
export const getResourceLimit = libc.func("int getrlimit(int, void *)");
export const setResourceLimit = libc.func("int setrlimit(int, const void *)");
const duplicate = libc.func("int dup2(int, int)");
export const openPipe = libc.func("int pipe(void *)");
export const capset = libc.func("int capset(const void *, const void *)");
export const signal = libc.func("void *signal(int, intptr_t)");
const closeRange = libc.func("int close_range(unsigned int, unsigned int, int)");
const fcntl = libc.func("fcntl", "int", ["int", "int", "int"]);
const execve = libc.func("int execve(const char *, const char **, const char **)");

/** A call that libc has no function for, by its number and what follows. */
export const libcCall = (types: readonly string[]) => libc.func("syscall", "long", ["long", ...types]);
const withFour = libcCall(["int", "const char *", "const void *", "size_t"]);
const withFlags = libcCall(["int", "const char *", "uint32", "const void *", "size_t"]);
const ofTree = libcCall(["int", "const char *", "uint32"]);
const ofTwo = libcCall(["int", "const char *", "int", "const char *", "uint32"]);
const ofKeys = libcCall(["long", "const char *"]);

/** The same on all machines, but for the last. */
const numbers = { openTree: 428, moveMount: 429, openat2: 437, setMount: 442 };
const keyctl = { x64: 250, arm64: 219 };

const openPath = 0o10000000;
const closeOnExec = 0o2000000;
const currentFolder = -100;
const noLinks = 4;
const noMagicLinks = 2;

/** A place by its name, with no link on the way or at its end, as a descriptor that names it and opens nothing. `below`: of what folder; otherwise an absolute one. */
export function openPlace(name: string, below = currentFolder): number {
  const how = Buffer.alloc(24);
  how.writeBigUInt64LE(BigInt(openPath | closeOnExec), 0);
  how.writeBigUInt64LE(BigInt(noLinks | noMagicLinks), 16);
  return must(`openat2 ${name}`, withFour(numbers.openat2, below, name, how, how.length));
}

const emptyPath = 0x1000;
const recursive = 0x8000;

/** A mount of its own of what a descriptor names, and of all mounts below it where asked, that is nowhere yet. */
export function cloneTree(fd: number, { withThoseBelow }: { withThoseBelow: boolean }): number {
  const cloning = 1;
  const flags = cloning | closeOnExec | emptyPath | (withThoseBelow ? recursive : 0);
  return must("open_tree", ofTree(numbers.openTree, fd, "", flags));
}

/** Puts it where a descriptor is, whatever its name is by now. */
export function attachTree(tree: number, target: number): void {
  const bothEmpty = 0x4 | 0x40;
  must("move_mount", ofTwo(numbers.moveMount, tree, "", target, "", bothEmpty));
}

/** What the program reads from now on, from its beginning. */
export function becomeInput(fd: number): void {
  must("dup2", duplicate(fd, 0));
}

export const mountFlags = { readOnly: 1, noSuid: 2, noDevices: 4, noPrograms: 8 };

export function restrictTree(tree: number, flags: number, { withThoseBelow }: { withThoseBelow: boolean }): void {
  const attributes = Buffer.alloc(32);
  attributes.writeBigUInt64LE(BigInt(flags), 0);
  const how = emptyPath | (withThoseBelow ? recursive : 0);
  must("mount_setattr", withFlags(numbers.setMount, tree, "", how, attributes, attributes.length));
}

/** A new one, which nobody else has and nothing is in; a kernel without keys has none to be kept. */
export function joinEmptyKeyring(): void {
  const number = process.arch === "x64" ? keyctl.x64 : keyctl.arm64;
  const join = 1;
  // A kernel without keyrings, and a container whose filter refuses the call (Docker's does): then nobody inside reaches a key either.
  const outOfReach = [1, 38];
  if (Number(ofKeys(number, join, null)) < 0 && !outOfReach.includes(koffi.errno()))
    throw new Error(`keyctl: errno ${koffi.errno()}`);
}

export function setFilter(filter: Buffer): void {
  const setSeccomp = 22;
  const byFilter = 2;
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length / 8, 0);
  program.writeBigUInt64LE(koffi.address(filter), 8);
  must("seccomp", prctlWith(setSeccomp, byFilter, program, 0, 0));
}

/** Only these go on into the program: Node marks what it has opened as its own, and everything else is closed. */
function passOn(descriptors: readonly number[]): void {
  const closeLater = 4;
  must("close_range", closeRange(3, 0xffff_ffff, closeLater));
  const setDescriptorFlags = 2;
  for (const fd of descriptors) must("fcntl", fcntl(fd, setDescriptorFlags, 0));
  // Ignored by Node, and whatever is ignored stays so: PIPE and XFSZ.
  for (const number of [13, 25]) signal(number, 0);
}

type Program = {
  program: string;
  /** With its own name first. */
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  /** Beside the terminal. */
  descriptors?: readonly number[];
};

/** This process from now on. */
export function becomeProgram({ program, argv, env, descriptors = [] }: Program): never {
  passOn([0, 1, 2, ...descriptors]);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  execve(program, [...argv, null], [...variables, null]);
  throw new Error(`execve ${program}: errno ${koffi.errno()}`);
}
