import { readdirSync, readFileSync } from "node:fs";

const usualGraceMs = 2_000;
/** Whoever is killed ends soon, but not at once; one that the kernel holds (a disk that does not answer) is not waited for longer. */
const killMs = 2_000;
const everyMs = 50;

/**
 * Ends a session leader and all processes of its session: by a signal first, after two seconds (`graceMs`) by force. What has made itself a session of
 * its own (a daemon) stays. A leader that is spared hears nothing of the signal, and is expected to end with the others.
 */
export async function endSessionOf(
  leader: number,
  signal: number,
  { sparesLeader = false, graceMs = usualGraceMs }: { sparesLeader?: boolean; graceMs?: number } = {},
): Promise<void> {
  for (const pid of membersOf(leader)) if (pid !== leader || !sparesLeader) send(pid, signal);
  if (await hasEnded(leader, graceMs, () => {})) return;
  // Again and again: one may have started another just before.
  await hasEnded(leader, killMs, (pid) => send(pid, "SIGKILL"));
}

async function hasEnded(leader: number, withinMs: number, meanwhile: (pid: number) => void): Promise<boolean> {
  const untilMs = performance.now() + withinMs;
  while (performance.now() < untilMs) {
    const members = membersOf(leader);
    if (members.length === 0) return true;
    for (const pid of members) meanwhile(pid);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  return false;
}

function send(pid: number, signal: number | NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
    // One that was stopped (Ctrl-Z) hears of it only when it goes on.
    if (signal !== "SIGKILL") process.kill(pid, "SIGCONT");
  } catch {
    // It has ended.
  }
}

/** Those that still run: a zombie has ended, and only waits for its parent. */
function membersOf(leader: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isMember(pid, leader));
}

/** From `status`, which waits for no process; `stat` may (machine/processes/visiting.ts). */
function isMember(pid: number, leader: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/status`, "latin1");
    // The number here first, then those in namespaces below.
    return Number(/^NSsid:\s+(\d+)/m.exec(text)?.[1]) === leader && !/^State:\s+Z/m.test(text);
  } catch {
    return false; // it has ended
  }
}
