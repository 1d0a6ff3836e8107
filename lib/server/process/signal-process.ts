import { createRequire } from "node:module";
import { closeSync } from "node:fs";
import { constants } from "node:os";
import type * as Koffi from "koffi";

/** The same numbers on all machines (asm-generic/unistd.h and its copies). */
const [pidfdSendSignal, pidfdOpen] = [424, 434];

type Calls = {
  open: (pid: number) => number;
  send: (descriptor: number, signal: number) => number;
  errno: () => number;
};
let loaded: Calls | null | undefined;

type Meant = { pid: number; isStill: () => Promise<boolean> };
type Outcome = "sent" | "gone" | "refused";

/**
 * What became of a signal: `gone`, that process has ended, whoever has its number now; `refused` by the system.
 * A process is held by a descriptor while it is made sure by `isStill` that it is the one which is meant, so that no other is hit.
 */
export async function signalProcess({ pid, isStill }: Meant, signal: NodeJS.Signals): Promise<Outcome> {
  const calls = loaded === undefined ? (loaded = load()) : loaded;
  if (calls === null) return signalByNumber({ pid, isStill }, signal);
  const descriptor = calls.open(pid);
  if (descriptor < 0) return outcomeOf(calls.errno());
  try {
    if (!(await isStill())) return "gone";
    return calls.send(descriptor, constants.signals[signal]) === 0 ? "sent" : outcomeOf(calls.errno());
  } finally {
    closeSync(descriptor);
  }
}

/** Linux before 5.3: the time between the answer and the signal is some microseconds. */
async function signalByNumber({ pid, isStill }: Meant, signal: NodeJS.Signals): Promise<Outcome> {
  if (!(await isStill())) return "gone";
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
