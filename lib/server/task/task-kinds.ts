import type { Task } from "@/lib/contracts/task";
import type { TaskKind } from "@/lib/server/group/define-task";
import { createTaskQueue, type TaskQueue } from "./task-queue";

/** Disks do not get faster by more hands; a user's fifth task waits, and nobody keeps the others from working. */
const usualQueue = createTaskQueue({ perOwner: 4, total: 12, queuedPerOwner: 200 });

const kinds = new Map<string, TaskKind & { line: TaskQueue }>();

/** At start, with those of every group. */
export function setTaskKinds(all: readonly TaskKind[]): void {
  kinds.clear();
  for (const kind of all)
    kinds.set(kind.kind, { ...kind, line: kind.queue === null ? usualQueue : createTaskQueue(kind.queue) });
}

export function taskKinds(): readonly TaskKind[] {
  return [...kinds.values()];
}

export function isTaskKind(kind: string): boolean {
  return kinds.has(kind);
}

/** Throws for one that no group has declared: it cannot be begun, and what is stored of it is not listed. */
export function taskKindOf({ kind }: Pick<Task, "kind">): TaskKind {
  return entryOf(kind);
}

/** The queue that tasks of the kind wait in. */
export function taskQueue(kind: Task["kind"]): TaskQueue {
  return entryOf(kind).line;
}

function entryOf(kind: string) {
  const found = kinds.get(kind);
  if (found === undefined) throw new Error(`no group declares tasks of the kind ${kind}`);
  return found;
}
