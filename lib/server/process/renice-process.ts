import { readdirSync } from "node:fs";
import { setPriority } from "node:os";

/** Sets how all threads of a process share the processors, from -20 (much) to 19 (what is left). Throws what the system says. */
export async function reniceProcess(
  { pid, isStill }: { pid: number; isStill: () => Promise<boolean> },
  nice: number,
): Promise<"set" | "gone"> {
  if (!(await isStill())) return "gone";
  // setpriority(2) is for one thread, whatever its manual's title says; a new thread has what the one had that made it.
  for (const thread of threadsOf(pid)) setThread(thread, nice);
  return (await isStill()) ? "set" : "gone";
}

function setThread(thread: number, nice: number): void {
  try {
    setPriority(thread, nice);
  } catch (error) {
    if (!isGone(error)) throw error;
  }
}

function isGone(error: unknown): boolean {
  const info = error instanceof Error && "info" in error ? error.info : null;
  return typeof info === "object" && info !== null && "code" in info && info.code === "ESRCH";
}

function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [];
  }
}
