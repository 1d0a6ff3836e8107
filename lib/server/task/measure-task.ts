import type { Task } from "@/lib/contracts/task";
import { createPace } from "@/lib/server/base/next-slice";
import type { Amount, TaskStep } from "@/lib/server/group/task-step";

type Measuring = {
  task: Task;
  /** Whether what is done is no longer where it was: true for moving and deleting. */
  isConsuming: boolean;
  /** The steps that are not over, the running one first. */
  left: () => readonly Pick<TaskStep, "measure">[];
  /** Of the steps that are over. */
  finished: Readonly<Amount>;
  onTotal: () => void;
  signal: AbortSignal;
};

/** Most tasks are over by then and need no total. */
const graceMs = 200;

/**
 * Counts what a long task has to do, while it does it: waiting for the count first would delay what may be a mere rename.
 * The count walks in the same order as the task and reads no content, so it stays ahead of what a move or removal takes away;
 * what was done when it began is added. Gives a function that ends the counting.
 */
export function measureTask({ task, isConsuming, left, finished, onTotal, signal }: Measuring): () => void {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const measure = async () => {
    const steps = left();
    // Of what cannot be counted there is no total.
    if (!steps.every((step) => step.measure)) return;
    const total = isConsuming ? { files: task.files, bytes: task.bytes } : { ...finished };
    const pace = createPace();
    for (const step of steps) {
      await pace();
      // What cannot be measured fails as a step, too, and is told there.
      const amount = await step.measure?.(until).catch(() => ({ files: 0, bytes: 0 }));
      if (until.aborted || amount === null || amount === undefined) return;
      total.files += amount.files;
      total.bytes += amount.bytes;
    }
    task.total = total;
    onTotal();
  };
  const timer = setTimeout(() => void measure(), graceMs); // never rejects
  return () => {
    clearTimeout(timer);
    over.abort();
  };
}
