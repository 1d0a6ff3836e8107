import { createRequire } from "node:module";
import { closeSync } from "node:fs";
import { constants } from "node:os";
import type * as Koffi from "koffi";
import { readStat } from "./process-state";

/** The same numbers on all machines (asm-generic/unistd.h and its copies). */
const [pidfdSendSignal, pidfdOpen] = [424, 434];

type Calls = {
  open: (pid: number) => number;
  send: (descriptor: number, signal: number) => number;
  errno: () => number;
};
let loaded: Calls | null | undefined;

/**
 * What became of a signal: `gone`, that process has ended, whoever has its number now; `refused` by the system.
 * A process is held by a descriptor while it is made sure that it is the one which began at `startTicks`, so that no other is hit.
 */
export function signalProcess(
  { pid, startTicks }: { pid: number; startTicks: number },
  signal: NodeJS.Signals,
): "sent" | "gone" | "refused" {
  const calls = loaded === undefined ? (loaded = load()) : loaded;
  if (calls === null) return signalByNumber({ pid, startTicks }, signal);
  const descriptor = calls.open(pid);
  if (descriptor < 0) return outcomeOf(calls.errno());
  try {
    if (readStat(pid)?.startTicks !== startTicks) return "gone";
    return calls.send(descriptor, constants.signals[signal]) === 0 ? "sent" : outcomeOf(calls.errno());
  } finally {
    closeSync(descriptor);
  }
}

/** Linux before 5.3: the time between the question and the signal is some microseconds. */
function signalByNumber(
  { pid, startTicks }: { pid: number; startTicks: number },
  signal: NodeJS.Signals,
): "sent" | "gone" | "refused" {
  if (readStat(pid)?.startTicks !== startTicks) return "gone";
  try {
    process.kill(pid, signal);
    return "sent";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH" ? "gone" : "refused";
  }
}

function outcomeOf(errno: number): "gone" | "refused" {
  return errno === constants.errno.ESRCH ? "gone" : "refused";
}

function load(): Calls | null {
  try {
    const koffi = createRequire(import.meta.url)("koffi") as typeof Koffi; // its own types
    const syscall = koffi.load(null).func("long syscall(long, long, long, long, long)");
    const call = (...numbers: [number, number, number, number, number]) => Number(syscall(...numbers));
    const calls: Calls = {
      open: (pid) => call(pidfdOpen, pid, 0, 0, 0),
      send: (descriptor, signal) => call(pidfdSendSignal, descriptor, signal, 0, 0),
      errno: () => koffi.errno(),
    };
    const own = calls.open(process.pid);
    if (own < 0) return null;
    closeSync(own);
    return calls;
  } catch {
    return null; // musl without it, or no build for this platform
  }
}
