import { expect } from "@playwright/test";
import type { TaskDetail } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { call, type Session } from "./api-client";
import type { Filedeck } from "./start-filedeck";

/** Waits for the end of a task that the session may see. */
export async function finishTask(server: Filedeck, session: Session, taskId: string): Promise<TaskDetail> {
  let task: TaskDetail | null = null;
  await expect
    .poll(async () => isTaskOver((task = (await call<TaskDetail>(server, `task/${taskId}`, { session })).answer.data)))
    .toBe(true);
  if (task === null) throw new Error("no task");
  return task;
}
