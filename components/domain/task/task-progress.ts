import { speedOf, withSample, type SpeedSample } from "@/components/domain/transfer/speed-meter";
import type { Task } from "@/lib/contracts/task";

/** A job with what was seen of its pace. */
export type ShownTask = { task: Task; samples: readonly SpeedSample[] };

/** What tells best how far a job is: removing takes its time per file, copying per byte. */
function unitOf({ kind, total }: Task): "files" | "bytes" {
  return kind === "delete" || total?.bytes === 0 ? "files" : "bytes";
}

/** Adds the job's newest state to what was seen of it. */
export function seenTask(before: ShownTask | undefined, task: Task, atMs: number): ShownTask {
  const samples = before !== undefined && unitOf(before.task) === unitOf(task) ? before.samples : [];
  return { task, samples: withSample(samples, { atMs, bytes: task[unitOf(task)] }) };
}

/** How far a job is, from 0 to 1; null while its size is not known. */
export function fractionOf(task: Task): number | null {
  const unit = unitOf(task);
  const whole = task.total?.[unit] ?? 0;
  // Files come and go while a job runs: what it did may exceed what was counted.
  return whole === 0 ? null : Math.min(1, task[unit] / whole);
}

/** Bytes per second (null for jobs that move none) and seconds left (null while nothing can be said). */
export function paceOf({ task, samples }: ShownTask): { bytesPerSecond: number | null; secondsLeft: number | null } {
  const unit = unitOf(task);
  const speed = speedOf(samples);
  const left = (task.total?.[unit] ?? 0) - task[unit];
  return {
    bytesPerSecond: unit === "bytes" && speed > 0 ? speed : null,
    secondsLeft: task.total !== null && speed > 0 && left > 0 ? left / speed : null,
  };
}
