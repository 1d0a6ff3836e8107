import { speedOf, withSample, type SpeedSample } from "@/components/domain/transfer/speed-meter";
import type { TaskKind } from "@/components/layout/task-kind";
import type { Task } from "@/lib/contracts/task";

type Counts = TaskKind["counts"];

/** A job with what was seen of its pace, in files and in bytes. */
export type ShownTask = { task: Task; samples: Readonly<Record<"files" | "bytes", readonly SpeedSample[]>> };

/** What tells best how far a job is: what its kind says, and files where there are no bytes. */
function unitOf({ total }: Task, counts: Counts = "bytes"): "files" | "bytes" {
  return total?.bytes === 0 ? "files" : counts;
}

/** Adds the job's newest state to what was seen of it. */
export function seenTask(before: ShownTask | undefined, task: Task, atMs: number): ShownTask {
  const withNewest = (unit: "files" | "bytes") => withSample(before?.samples[unit] ?? [], { atMs, bytes: task[unit] });
  return { task, samples: { files: withNewest("files"), bytes: withNewest("bytes") } };
}

/** How far a job is, from 0 to 1; null while its size is not known. `counts`: of its kind. */
export function fractionOf(task: Task, counts?: Counts): number | null {
  const unit = unitOf(task, counts);
  const whole = task.total?.[unit] ?? 0;
  // Files come and go while a job runs: what it did may exceed what was counted.
  return whole === 0 ? null : Math.min(1, task[unit] / whole);
}

/** What it has done so far; `files` is null for what is open-ended, all of it while there is nothing to tell. */
export function doneOf({ files, bytes }: Task, isOpenEnded = false): { files: number | null; bytes: number } | null {
  if (!isOpenEnded) return { files, bytes };
  return bytes === 0 ? null : { files: null, bytes };
}

/** Bytes per second (null for jobs that move none) and seconds left (null while nothing can be said). `counts`: of its kind. */
export function paceOf(
  { task, samples }: ShownTask,
  counts?: Counts,
): { bytesPerSecond: number | null; secondsLeft: number | null } {
  const unit = unitOf(task, counts);
  const speed = speedOf(samples[unit]);
  const left = (task.total?.[unit] ?? 0) - task[unit];
  return {
    bytesPerSecond: unit === "bytes" && speed > 0 ? speed : null,
    secondsLeft: task.total !== null && speed > 0 && left > 0 ? left / speed : null,
  };
}
