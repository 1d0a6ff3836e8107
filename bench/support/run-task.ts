import { call, type Session } from "../../e2e/support/api-client";
import type { Filedeck } from "../../e2e/support/start-filedeck";

const waitMs = 10;
const maxTurns = 30_000;

async function isOver(server: Filedeck, session: Session, taskId: string): Promise<boolean> {
  const { answer } = await call<{ state: string }>(server, `task/${taskId}`, { session });
  return !["queued", "running", "waiting"].includes(answer.data.state);
}

/** Begins a task and waits for its end; gives its id, "" for one that was refused. Rejects when the server is killed. */
export async function runTask(server: Filedeck, session: Session, target: string, body: object): Promise<string> {
  const { answer } = await call<{ taskId?: string }>(server, target, { session, body });
  const taskId = answer.data?.taskId;
  if (taskId === undefined) return "";
  for (let turn = 0; turn < maxTurns && !(await isOver(server, session, taskId)); turn++)
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  return taskId;
}
