import type { AnswerChoice, Task, TaskDetail } from "@/lib/contracts/task";
import { toListed } from "./task-row";

export type RunningTask = {
  task: TaskDetail;
  ownerId: string;
  cancel: () => void;
  /** False when the question is not open any more. */
  answer: (question: string, choice: AnswerChoice, all: boolean) => boolean;
  done: Promise<void>;
};
type Listener = (task: Task, ownerId: string) => void;

export const runningTasks = new Map<string, RunningTask>();

/** When the running tasks have ended, which they do soon after the server's `stopping` has fired. */
export async function tasksEnded(): Promise<void> {
  await Promise.allSettled([...runningTasks.values()].map(({ done }) => done));
}

const listeners = new Set<Listener>();

/** Call the result to hear no more. */
export function onTaskChanged(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

type SeenListener = (ownerId: string) => void;

const seenListeners = new Set<SeenListener>();

/** Told when somebody has seen which of their tasks went wrong. Call the result to hear no more. */
export function onTasksSeen(listener: SeenListener): () => void {
  seenListeners.add(listener);
  return () => void seenListeners.delete(listener);
}

export function publishSeen(ownerId: string): void {
  for (const listener of seenListeners) listener(ownerId);
}

/** Tells the task's new state, with a revision above every earlier one, also of a run before a restart. */
export function publishTask(task: TaskDetail, ownerId: string): void {
  task.revision = Math.max(task.revision + 1, Date.now());
  const listed = toListed(task);
  for (const listener of listeners) listener(listed, ownerId);
}
