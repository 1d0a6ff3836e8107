import type { Task } from "@/lib/contracts/task";
import type { MessageWords } from "@/lib/shared/notify";
import { tellUser } from "@/lib/server/runtime/tell-user";
import { isLooking } from "./list/looking";

/** Shorter ones are over before anybody has gone. */
const longMs = 30_000;
const wordsOf: Partial<Record<Task["state"], MessageWords>> = {
  done: "taskDone",
  failed: "taskFailed",
  interrupted: "taskInterrupted",
};

/**
 * Tells the owner how a task ended, while they look at no page: there they would see it. The header lists those that went wrong by itself, with what can be
 * done about them.
 */
export function tellOfTask(task: Task, ownerId: string): void {
  const { kind, title, count, state, started_at: startedAt, finished_at: finishedAt } = task;
  const words = wordsOf[state];
  if (finishedAt === null || words === undefined || isLooking(ownerId)) return;
  const tookMs = finishedAt - startedAt;
  const isDone = state === "done";
  if (isDone && tookMs < longMs) return;
  tellUser({
    userId: ownerId,
    message: {
      kind: "task",
      importance: isDone ? "info" : "warning",
      words,
      params: { kind, task: title, count, minutes: Math.max(1, Math.round(tookMs / 60_000)) },
      link: `/tasks?id=${task.id}`,
    },
    ...(isDone ? {} : { ways: ["push", "mail", "webhook"] }),
  });
}
