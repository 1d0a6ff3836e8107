/**
 * Which process a thread asks the kernel about. What `/proc/<pid>` says of another process may have to wait for it: its memory map (cmdline, maps, environ) for
 * as long as it changes that, nearly all else until an exec(2) of it is done, which closes files, on a mount that does not answer too. Only `status`, `statm`,
 * `comm` and `cgroup` wait for nobody, nor does what stat(2) says of the folder.
 */
type Visiting = {
  /** Shared with who watches: the process that is asked, or 0, and how many were. */
  progress: Int32Array;
  /** Not to be asked. */
  held: ReadonlySet<number>;
  /** For how long all those together that are slow may keep who asks: no other is asked then. */
  patienceMs: number;
  /** Hears of each that took long, as soon as it is done. */
  onSlow: (visit: SlowVisit) => void;
};
export type SlowVisit = { pid: number; tookMs: number };

/** Most take some microseconds. */
const slowMs = 100;

let visiting: Visiting | null = null;
let current: { pid: number; sinceMs: number } | null = null;
let leftMs = 0;

export function beginVisits(next: Visiting): void {
  visiting = next;
  leftMs = next.patienceMs;
}

export function endVisits(): void {
  if (visiting === null) return;
  leaveCurrent(visiting);
  Atomics.store(visiting.progress, 0, 0);
}

/** Before anything is asked of a process; false for one that is not to be asked. */
export function mayVisit(pid: number): boolean {
  // Nobody would notice that it hangs.
  if (visiting === null) throw new Error("another process is asked by a thread only");
  leaveCurrent(visiting);
  if (visiting.held.has(pid) || leftMs <= 0) return false;
  current = { pid, sinceMs: performance.now() };
  Atomics.store(visiting.progress, 0, pid);
  Atomics.add(visiting.progress, 1, 1);
  return true;
}

function leaveCurrent({ onSlow }: Visiting): void {
  if (current === null) return;
  const { pid, sinceMs } = current;
  current = null;
  const tookMs = performance.now() - sinceMs;
  if (tookMs < slowMs) return;
  leftMs -= tookMs;
  onSlow({ pid, tookMs });
}
