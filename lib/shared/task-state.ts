/** `queued`: waits for its turn; `waiting`: for the answer to its question, and nothing else of it can go on. */
export const taskStates = ["queued", "running", "waiting", "done", "failed", "cancelled", "interrupted"] as const;
export type TaskState = (typeof taskStates)[number];

const over: ReadonlySet<string> = new Set<TaskState>(["done", "failed", "cancelled", "interrupted"]);

export function isTaskOver({ state }: { state: TaskState }): boolean {
  return over.has(state);
}

/** Whether its owner should hear how it ended: not what they stopped themselves. */
export function isTaskProblem({ state }: { state: TaskState }): boolean {
  return state === "failed" || state === "interrupted";
}
