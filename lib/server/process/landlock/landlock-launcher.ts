// A program of its own, started as root by launch-command.ts: confines itself to the plan in its last argument, and becomes the plan's program.
import { closeSync, constants, fchmodSync, fchownSync, fstatSync, openSync } from "node:fs";
import { isatty } from "node:tty";
import type { JailLimits, PinnedInput } from "@/lib/server/process/jail/jail-plan";
import { openInput } from "@/lib/server/process/jail/open-input";
import { limitSelf } from "@/lib/server/process/jail/limit-self";
import { becomeProgram, capset, libcCall, must, openPlace, prctl, setFilter } from "@/lib/server/process/jail/native";
import { fileRights } from "./landlock-rights";
import type { OsUser } from "@/lib/server/process/os-user";

/** Rights at a host path and below it; at a file those that files have. */
export type LandlockRule = {
  place: string;
  /** Bits of landlock(7). */
  rights: number;
  /** What is not there is passed over. */
  isOptional: boolean;
  /** Its device and inode when it was looked at: no link is followed on the way there. Null for what only root can change. */
  id: string | null;
};

/** All that the launcher is told. What is handled and not named by a rule is refused. */
export type LaunchPlan = {
  user: OsUser;
  handled: { files: number; network: number; scopes: number };
  rules: readonly LandlockRule[];
  /** Instead of the input that the launcher has; null: that one. */
  input: PinnedInput | null;
  /** At such a file, when it is opened anew by its descriptor. */
  inputRights: number;
  /** At the terminal itself, where the program gets one. */
  terminalRights: number;
  limits: JailLimits;
  /** Of instructions for seccomp(2), base64. */
  filter: string;
  /** Host path; where it cannot be entered, HOME. */
  cwd: string;
  env: Readonly<Record<string, string>>;
  program: string;
  /** With its own name first. */
  argv: readonly string[];
};

const createRuleset = libcCall(["const void *", "size_t", "uint32"]);
const addRule = libcCall(["int", "int", "const void *", "uint32"]);
const restrictSelf = libcCall(["int", "uint32"]);

const numbers = { createRuleset: 444, addRule: 445, restrictSelf: 446 };
const openPath = 0o10000000;
const pathBeneath = 1;

function openRule({ place, id, isOptional }: LandlockRule): number | null {
  if (id !== null) {
    const fd = openPlace(place);
    const { dev, ino } = fstatSync(fd, { bigint: true });
    if (`${dev}:${ino}` !== id) throw new Error(`${place} is not what it was`);
    return fd;
  }
  try {
    return openSync(place, openPath);
  } catch (error) {
    if (isOptional) return null;
    throw error;
  }
}

function allow(ruleset: number, fd: number, rights: number): void {
  const allowed = fstatSync(fd).isDirectory() ? rights : rights & fileRights;
  const rule = Buffer.alloc(12);
  rule.writeBigUInt64LE(BigInt(allowed), 0);
  rule.writeInt32LE(fd, 8);
  must("landlock_add_rule", addRule(numbers.addRule, ruleset, pathBeneath, rule, 0));
}

/** Paths are opened as root: a rule gives nothing that the account may not have by itself. */
function makeRuleset({ handled, rules, terminalRights, input, inputRights }: LaunchPlan, hasTerminal: boolean): number {
  const attributes = Buffer.alloc(24);
  attributes.writeBigUInt64LE(BigInt(handled.files), 0);
  attributes.writeBigUInt64LE(BigInt(handled.network), 8);
  attributes.writeBigUInt64LE(BigInt(handled.scopes), 16);
  const made = createRuleset(numbers.createRuleset, attributes, attributes.length, 0);
  const ruleset = must("landlock_create_ruleset", made);
  for (const rule of rules) {
    const fd = openRule(rule);
    if (fd === null) continue;
    allow(ruleset, fd, rule.rights);
    closeSync(fd);
  }
  const ofInput = hasTerminal ? terminalRights : inputRights;
  if (hasTerminal || input !== null) allow(ruleset, openSync("/proc/self/fd/0", openPath), ofInput);
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
  if (plan.input !== null) openInput(plan.input, { isReadOnly: false });
  const hasTerminal = isatty(0);
  const { uid } = plan.user;
  const filter = Buffer.from(plan.filter, "base64");
  const ruleset = makeRuleset(plan, hasTerminal);
  if (hasTerminal) {
    // Otherwise it could not be opened by its name, as /dev/stderr is.
    fchownSync(0, uid, -1);
    fchmodSync(0, 0o600);
  }
  limitSelf(plan.limits);
  become(plan.user);
  enter(plan.cwd, plan.env["HOME"] ?? "/");
  must("landlock_restrict_self", restrictSelf(numbers.restrictSelf, ruleset, 0));
  setFilter(filter);
  assertConfined();
  becomeProgram(plan);
}

try {
  launch(JSON.parse(process.argv[2] ?? "") as LaunchPlan); // written by launch-command.ts
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(125);
}
