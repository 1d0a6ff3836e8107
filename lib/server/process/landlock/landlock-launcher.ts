// A program of its own, started as root by launch-command.ts: confines itself to the plan in its last argument, and becomes the plan's program.
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { isatty } from "node:tty";
import type * as Koffi from "koffi";
import { fileRights } from "./landlock-rights";
import type { OsUser } from "@/lib/server/process/os-user";

/** Rights at a host path and below it; at a file those that files have. */
export type LandlockRule = {
  place: string;
  /** Bits of landlock(7). */
  rights: number;
  /** What is not there is passed over. */
  isOptional: boolean;
  /** No folder on the way may be a link: one that has just become one leads elsewhere. */
  isReal: boolean;
};

/** All that the launcher is told. What is handled and not named by a rule is refused. */
export type LaunchPlan = {
  user: OsUser;
  handled: { files: number; network: number; scopes: number };
  rules: readonly LandlockRule[];
  /** At the terminal itself, where the program gets one. */
  terminalRights: number;
  /** Of instructions for seccomp(2), base64. */
  filter: string;
  /** Host path; where it cannot be entered, HOME. */
  cwd: string;
  env: Readonly<Record<string, string>>;
  program: string;
  /** With its own name first. */
  argv: readonly string[];
};

const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
const libc = koffi.load(null);
const prctl = libc.func("prctl", "int", ["int", "ulong", "ulong", "ulong", "ulong"]);
const prctlWith = libc.func("prctl", "int", ["int", "ulong", "const void *", "ulong", "ulong"]);
const syscall = {
  landlockCreateRuleset: libc.func("syscall", "long", ["long", "const void *", "size_t", "uint32"]),
  landlockAddRule: libc.func("syscall", "long", ["long", "int", "int", "const void *", "uint32"]),
  landlockRestrictSelf: libc.func("syscall", "long", ["long", "int", "uint32"]),
  openat2: libc.func("syscall", "long", ["long", "int", "const char *", "const void *", "size_t"]),
};
const capset = libc.func("int capset(const void *, const void *)");
const closeRange = libc.func("int close_range(unsigned int, unsigned int, int)");
const fcntl = libc.func("fcntl", "int", ["int", "int", "int"]);
const signal = libc.func("void *signal(int, intptr_t)");
const execve = libc.func("int execve(const char *, const char **, const char **)");

const numbers = { openat2: 437, createRuleset: 444, addRule: 445, restrictSelf: 446 };
const openPath = 0o10000000;
const pathBeneath = 1;

/** Nothing goes on after a step that failed. */
function must(what: string, result: unknown): number {
  if (Number(result) < 0) throw new Error(`${what}: errno ${koffi.errno()}`);
  return Number(result);
}

function openPlace({ place, isReal, isOptional }: LandlockRule): number | null {
  if (!isReal) {
    try {
      return openSync(place, openPath);
    } catch (error) {
      if (isOptional) return null;
      throw error;
    }
  }
  const how = Buffer.alloc(24);
  const closeOnExec = 0o2000000;
  const noLinks = 4;
  how.writeBigUInt64LE(BigInt(openPath | closeOnExec), 0);
  how.writeBigUInt64LE(BigInt(noLinks), 16);
  return must(`openat2 ${place}`, syscall.openat2(numbers.openat2, -100, place, how, how.length));
}

function allow(ruleset: number, fd: number, rights: number): void {
  const allowed = fstatSync(fd).isDirectory() ? rights : rights & fileRights;
  const rule = Buffer.alloc(12);
  rule.writeBigUInt64LE(BigInt(allowed), 0);
  rule.writeInt32LE(fd, 8);
  must("landlock_add_rule", syscall.landlockAddRule(numbers.addRule, ruleset, pathBeneath, rule, 0));
}

/** Paths are opened as root: a rule gives nothing that the account may not have by itself. */
function makeRuleset({ handled, rules, terminalRights }: LaunchPlan, hasTerminal: boolean): number {
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE(BigInt(handled.files), 0);
  attributes.writeBigUInt64LE(BigInt(handled.network), 8);
  attributes.writeBigUInt64LE(BigInt(handled.scopes), 16);
  const made = syscall.landlockCreateRuleset(numbers.createRuleset, attributes, attributes.length, 0);
  const ruleset = must("landlock_create_ruleset", made);
  for (const rule of rules) {
    const fd = openPlace(rule);
    if (fd === null) continue;
    allow(ruleset, fd, rule.rights);
    closeSync(fd);
  }
  if (hasTerminal) allow(ruleset, openSync("/proc/self/fd/0", openPath), terminalRights);
  return ruleset;
}

/** The account's, without groups, capabilities, or a way to any. */
function become({ uid, gid }: LaunchPlan["user"]): void {
  const dropFromBounds = 24;
  const ambient = 47;
  const clearAll = 4;
  const noNewPrivileges = 38;
  const capabilities = 64;
  // As far as the kernel knows them, and lets us: without new privileges they are out of reach in any case.
  for (let capability = 0; capability < capabilities; capability++) prctl(dropFromBounds, capability, 0, 0, 0);
  prctl(ambient, clearAll, 0, 0, 0);
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
  const header = Buffer.alloc(8);
  header.writeUInt32LE(0x2008_0522, 0);
  must("capset", capset(header, Buffer.alloc(24)));
  must("no_new_privs", prctl(noNewPrivileges, 1, 0, 0, 0));
}

function confine(ruleset: number, filter: Buffer): void {
  must("landlock_restrict_self", syscall.landlockRestrictSelf(numbers.restrictSelf, ruleset, 0));
  const setSeccomp = 22;
  const byFilter = 2;
  const program = Buffer.alloc(16);
  program.writeUInt16LE(filter.length / 8, 0);
  program.writeBigUInt64LE(koffi.address(filter), 8);
  must("seccomp", prctlWith(setSeccomp, byFilter, program, 0, 0));
}

/** Only the terminal goes on into the program: Node marks it as its own, and everything else is closed. */
function passOn(): void {
  const closeOnExec = 4;
  must("close_range", closeRange(3, 0xffff_ffff, closeOnExec));
  const setDescriptorFlags = 2;
  for (const fd of [0, 1, 2]) must("fcntl", fcntl(fd, setDescriptorFlags, 0));
  // Ignored by Node, and whatever is ignored stays so: PIPE and XFSZ.
  for (const number of [13, 25]) signal(number, 0);
}

function enter(cwd: string, home: string): void {
  try {
    process.chdir(cwd);
  } catch {
    process.chdir(home);
  }
}

/** Nobody reads the root of the disk: whoever can is not confined. */
function assertConfined(): void {
  let fd: number;
  try {
    fd = openSync("/", constants.O_RDONLY | constants.O_DIRECTORY);
  } catch {
    return;
  }
  closeSync(fd);
  throw new Error("the kernel took the rules and does not follow them");
}

function launch(plan: LaunchPlan): void {
  const hasTerminal = isatty(0);
  const { uid } = plan.user;
  const filter = Buffer.from(plan.filter, "base64");
  const ruleset = makeRuleset(plan, hasTerminal);
  if (hasTerminal) {
    // Otherwise it could not be opened by its name, as /dev/stderr is.
    fchownSync(0, uid, -1);
    fchmodSync(0, 0o600);
  }
  become(plan.user);
  enter(plan.cwd, plan.env["HOME"] ?? "/");
  confine(ruleset, filter);
  assertConfined();
  passOn();
  const env = Object.entries(plan.env).map(([name, value]) => `${name}=${value}`);
  execve(plan.program, [...plan.argv, null], [...env, null]);
  throw new Error(`execve ${plan.program}: errno ${koffi.errno()}`);
}

try {
  launch(JSON.parse(process.argv[2] ?? "") as LaunchPlan); // written by launch-command.ts
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(125);
}
