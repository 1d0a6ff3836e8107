import fs from "node:fs";
import { patient } from "@/lib/server/base/patient";
import { areAnyDetached, forgetLeft } from "@/lib/server/machine/detached-mounts";
import { isLocalType, noteMounts } from "@/lib/server/machine/hanging-mounts";
import { pseudoTypes } from "./pseudo-types";

/** Disks whose `rotational` flag means something; virtual ones (vd, xvd) say "yes" whatever is below them. */
const physical = /^(?:sd|hd|nvme|mmcblk)/;
const checkEveryMs = 5_000;
/** Something that hangs may be mounted at any time, and is looked into by whoever mounted it: the kernel tells of mounts for some 0.1 ms. */
const mountsEveryMs = 200;
/** A busy machine may keep any one call waiting this long; a disk that sleeps or is overloaded does it again and again. */
const slowCallMs = patient(20);
const hungCallMs = patient(250);
const slowCallsAllowed = 5;
const restMs = 30_000;
const lookEveryMs = 100;

type Facts = { mountinfo: string; disks: readonly { name: string; rotational: string; size: string }[] };

/** Whether no mount is remote and no physical disk turns (and may be asleep). */
export function areQuick({ mountinfo, disks }: Facts): boolean {
  const types = mountinfo.split("\n").flatMap((line) => / - (\S+) /.exec(line)?.[1] ?? []);
  const turns = disks.some(
    (disk) => physical.test(disk.name) && disk.rotational.trim() === "1" && disk.size.trim() !== "0",
  );
  return types.length > 0 && types.every(isLocalType) && !turns;
}

function readFacts(): Facts {
  const read = (file: string) => fs.readFileSync(file, "utf8");
  const disks = fs.readdirSync("/sys/block").map((name) => ({
    name,
    rotational: read(`/sys/block/${name}/queue/rotational`),
    size: read(`/sys/block/${name}/size`),
  }));
  return { mountinfo: readMounts(), disks };
}

const readMounts = () => fs.readFileSync("/proc/self/mountinfo", "utf8");

const memoryTypes: ReadonlySet<string> = new Set(["tmpfs", "ramfs"]);

/** Device numbers, as stat gives them (makedev(3)), of mounted file systems of some types. */
export function devicesOfTypes(mountinfo: string, types: ReadonlySet<string>): Set<number> {
  const devices = new Set<number>();
  for (const line of mountinfo.split("\n")) {
    const [, major = "", minor = "", type = ""] = /^\d+ \d+ (\d+):(\d+) .* - (\S+) /.exec(line) ?? [];
    if (types.has(type))
      devices.add(((Number(major) & 0xfff) << 8) | (Number(minor) & 0xff) | ((Number(minor) & 0xfff00) << 12));
  }
  return devices;
}

let isQuick = false;
let inMemory: ReadonlySet<number> = new Set();
let pseudo: ReadonlySet<number> = new Set();
let checkAtMs = 0;
let mounts = { text: "", lookAtMs: 0 };
let slowCalls = 0;
/** What {@link waitedMs} said at that time. */
let waited = { ms: 0, atMs: 0 };

/**
 * Whether metadata calls may be made at once instead of on libuv's threads: a call takes 3 µs, the way there and back 30. Disks are looked
 * at again every 5 s, and mounts five times a second; a hung call, or several slow ones in 5 s, end it for 30 s (docs/decisions/0006-quick-disks.md).
 */
export function mayCallSync(): boolean {
  const now = performance.now();
  if (now >= waited.atMs + lookEveryMs) waited = { ms: waitedMs(), atMs: now };
  if (now >= checkAtMs) {
    checkAtMs = now + checkEveryMs;
    slowCalls = 0;
    check(now);
  } else if (isQuick && now >= mounts.lookAtMs) {
    mounts.lookAtMs = now + mountsEveryMs;
    if (readMounts() !== mounts.text) check(now);
  }
  return isQuick;
}

function check(now: number): void {
  try {
    const facts = readFacts();
    mounts = { text: facts.mountinfo, lookAtMs: now + mountsEveryMs };
    noteMounts(facts.mountinfo);
    if (areAnyDetached()) forgetLeft();
    isQuick = areQuick(facts) && !areAnyDetached();
    inMemory = devicesOfTypes(facts.mountinfo, memoryTypes);
    pseudo = devicesOfTypes(facts.mountinfo, pseudoTypes);
  } catch {
    isQuick = false; // no /sys here: somebody else's kernel or a strict container
  }
}

/** Of file systems that live in memory. */
export function isInMemory(device: number): boolean {
  return inMemory.has(device);
}

/** Of file systems made of the kernel's state, where a read may take as long as what it tells about is large. */
export function isPseudo(device: number): boolean {
  return pseudo.has(device);
}

/** So long calls follow each other before others have their turn: an answer takes some twenty turns. */
const turnMs = 5;
/** The event loop's turn, from its first call here on; null before that. */
let turn: { beganMs: number; over: Promise<void> } | null = null;

/** When the loop has turned, where calls have filled this turn: those of ten thousand steps that find everything ready would let nobody else in. */
function whenTurned(): Promise<void> | null {
  if (turn !== null) return performance.now() - turn.beganMs < turnMs ? null : turn.over;
  const over = new Promise<void>((resolve) =>
    setImmediate(() => {
      turn = null;
      resolve();
    }),
  );
  turn = { beganMs: performance.now(), over };
  return null;
}

/** Makes a call at once, or in the next turn, and notes when the disk was slow after all. */
export function callSync<T>(call: () => T): Promise<T> {
  const over = whenTurned();
  if (over !== null) return over.then(() => timed(call));
  try {
    return Promise.resolve(timed(call));
  } catch (error) {
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}

/** {@link callSync} for several calls that give what they give without a promise. */
export function timed<T>(call: () => T): T {
  const started = performance.now();
  try {
    return call();
  } finally {
    const tookMs = performance.now() - started;
    if (tookMs > slowCallMs) noteSlow(tookMs);
  }
}

/**
 * How long this thread has been ready to run while others had the processor: a call that took long on a busy machine says nothing of the disk.
 * 0 where the kernel does not tell (proc(5), schedstat).
 */
function waitedMs(): number {
  try {
    return Number(fs.readFileSync("/proc/thread-self/schedstat", "latin1").split(" ")[1]) / 1e6;
  } catch {
    return 0;
  }
}

function noteSlow(wallMs: number): void {
  const tookMs = wallMs - (waitedMs() - waited.ms);
  if (tookMs <= slowCallMs) return;
  slowCalls++;
  if (tookMs < hungCallMs && slowCalls < slowCallsAllowed) return;
  isQuick = false;
  checkAtMs = performance.now() + restMs;
}
