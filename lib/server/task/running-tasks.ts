import type { Task } from "@/lib/contracts/task";
import { remember } from "@/lib/server/remember";

export type RunningTask = { task: Task; ownerId: string; cancel: () => void; done: Promise<void> };
type Listener = (task: Task, ownerId: string) => void;

export function runningTasks(): Map<string, RunningTask> {
  return remember("running-tasks", () => new Map<string, RunningTask>());
}

/** When the running tasks have ended, which they do soon after the server's `stopping` has fired. */
export async function tasksEnded(): Promise<void> {
  await Promise.allSettled([...runningTasks().values()].map(({ done }) => done));
}

function listeners(): Set<Listener> {
  return remember("task-listeners", () => new Set<Listener>());
}

export function onTaskChanged(listener: Listener): void {
  listeners().add(listener);
}

export function publishTask(task: Task, ownerId: string): void {
  for (const listener of listeners()) listener(task, ownerId);
}
