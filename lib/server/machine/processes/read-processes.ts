import { withoutTrailing } from "@/lib/shared/without-trailing";
import { readdirSync, statSync } from "node:fs";
import { parseStat, type ProcessStat } from "@/lib/server/process/parse-stat";
import { pageBytes, startedAtMs, ticksPerSecond } from "@/lib/server/machine/clock";
import { readProc } from "@/lib/server/machine/read-proc";
import { parseCgroup } from "./parse-cgroup";
import { readPlainly } from "./read-plainly";
import { userNames } from "./user-names";
import { mayVisit } from "./visiting";

export type Process = {
  /** `<pid>.<start>`, or `<pid>.0<entry>` where the start is not told: unlike that of a later process with the same number. */
  id: string;
  pid: number;
  parent: number;
  name: string;
  /** As it was started, its arguments between blanks; empty for what has none, such as the kernel's own. Up to 512 characters. */
  command: string;
  /** The account's name, or its number where it has none here. */
  user: string;
  /** The letter that ps(1) has for it. */
  state: string;
  /** Of one processor, in per cent, since the reading before; null with the first. */
  cpu: number | null;
  /** Resident, with what it shares with others. */
  memoryBytes: number;
  /** From and to disks in a second since the reading before; null where that is not told, or unknown yet. */
  readBytes: number | null;
  writtenBytes: number | null;
  threads: number;
  nice: number;
  /** In ms since 1970, to the second; null where the machine's start is not told. */
  startedAt: number | null;
  isKernel: boolean;
  /** Twelve digits of the container's id. */
  container: string | null;
  /** The systemd unit that it belongs to. */
  unit: string | null;
};

/** What hardly changes of one: read when it is first seen, and when it has become another program. */
type Constant = Pick<Process, "command" | "user" | "container" | "unit">;
type Known = Constant & { name: string; ticks: number; io: Io | null; atMs: number };
type Io = { read: number; written: number };

const longestCommand = 512;

/**
 * Reads all processes; each reading tells what was used since the one before. 2,000 take some 25 ms. Processes that end meanwhile are left out, and of those
 * that are not to be asked only the plain facts are told.
 */
export function createProcessReader(): () => Process[] {
  let known = new Map<string, Known>();
  return () => {
    const next = new Map<string, Known>();
    const found: Process[] = [];
    const machineStart = startedAtMs();
    const users = userNames();
    for (const pid of processIds()) {
      if (!mayVisit(pid)) {
        found.push(...readPlainly(pid, users));
        continue;
      }
      const text = readProc(`/proc/${pid}/stat`);
      const stat = text === null ? null : parseStat(text);
      if (stat === null) continue;
      const id = `${pid}.${stat.startTicks}`;
      const before = known.get(id);
      const constant = before?.name === stat.name ? before : readConstant(pid, stat, users);
      const now: Known = { ...constant, name: stat.name, ticks: stat.usedTicks, io: null, atMs: performance.now() };
      // What has used no processor has read and written nothing either.
      const isIdle = before?.ticks === stat.usedTicks;
      now.io = isIdle ? before.io : readIo(pid);
      next.set(id, now);
      found.push({ id, pid, ...factsOf(stat, machineStart), ...usedSince(before, now), ...visible(constant) });
    }
    known = next;
    return found;
  };
}

export function processIds(): number[] {
  return readdirSync("/proc").flatMap((name) => {
    const pid = Number(name);
    return Number.isInteger(pid) ? [pid] : [];
  });
}

function factsOf(stat: ProcessStat, machineStart: number | null) {
  const seconds = Math.floor(stat.startTicks / ticksPerSecond());
  return {
    parent: stat.parent,
    name: decode(stat.name),
    state: stat.state,
    memoryBytes: stat.memoryPages * pageBytes(),
    threads: stat.threads,
    nice: stat.nice,
    startedAt: machineStart === null ? null : machineStart + seconds * 1000,
    isKernel: stat.isKernel,
  };
}

const visible = ({ command, user, container, unit }: Constant): Constant => ({ command, user, container, unit });

function usedSince(before: Known | undefined, now: Known): Pick<Process, "cpu" | "readBytes" | "writtenBytes"> {
  if (before === undefined) return { cpu: null, readBytes: null, writtenBytes: null };
  const seconds = (now.atMs - before.atMs) / 1000;
  const rate = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? null : Math.max(0, Math.round((to - from) / seconds));
  const cpu = ((now.ticks - before.ticks) / ticksPerSecond() / seconds) * 100;
  return {
    cpu: Math.max(0, Math.round(cpu * 10) / 10),
    readBytes: rate(before.io?.read, now.io?.read),
    writtenBytes: rate(before.io?.written, now.io?.written),
  };
}

function readConstant(pid: number, stat: ProcessStat, users: ReadonlyMap<number, string>): Constant {
  const uid = ownerOf(pid);
  const words = stat.isKernel ? "" : (readProc(`/proc/${pid}/cmdline`, "utf8") ?? "");
  // Cut first: a program may have given itself tens of thousands of empty arguments.
  const command = withoutTrailing(words.slice(0, longestCommand), "\0").replaceAll("\0", " ");
  const { container, unit } = parseCgroup(readProc(`/proc/${pid}/cgroup`) ?? "");
  return { command, user: uid === null ? "" : (users.get(uid) ?? String(uid)), container, unit };
}

function ownerOf(pid: number): number | null {
  try {
    return statSync(`/proc/${pid}`).uid;
  } catch {
    return null; // it has ended
  }
}

function readIo(pid: number): Io | null {
  const text = readProc(`/proc/${pid}/io`);
  const field = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, "m").exec(text ?? "")?.[1] ?? Number.NaN);
  const io = { read: field("read_bytes"), written: field("write_bytes") };
  return Number.isNaN(io.read + io.written) ? null : io;
}

const decode = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");
