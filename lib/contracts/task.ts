import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, id } from "./fields";

export const taskKinds = ["copy", "move", "delete"] as const;
export const taskStates = ["running", "done", "failed", "cancelled", "interrupted"] as const;

export const task = z.object({
  id,
  kind: z.enum(taskKinds),
  state: z.enum(taskStates),
  owner: z.string(),
  /** First entry and how many there are, for the panel's line. */
  title: z.string(),
  count: z.number(),
  files: z.number(),
  bytes: z.number(),
  /** How much it is altogether; null until that is counted, which short tasks do not wait for. */
  total: z.object({ files: z.number(), bytes: z.number() }).nullable().default(null),
  current: z.string(),
  skipped: z.number(),
  failures: z.array(z.object({ path: z.string(), error: z.string() })),
  failureCount: z.number(),
  error: z.string().nullable(),
  started_at: z.number(),
  finished_at: z.number().nullable(),
});
export type Task = z.infer<typeof task>;

export const taskContract = {
  listTasks: endpoint({
    method: "GET",
    path: "task/list",
    access: "session",
    summary: "Own tasks, newest first, at most 200; root sees everybody's.",
    input: empty,
    output: z.object({ tasks: z.array(task) }),
  }),
  getTask: endpoint({
    method: "GET",
    path: "task/{id}",
    access: "session",
    summary: "One task.",
    input: z.object({ id }),
    output: task,
  }),
  cancelTask: endpoint({
    method: "POST",
    path: "task/{id}/cancel",
    access: "session",
    summary: "Stop a running task; what it finished stays.",
    input: z.object({ id }),
    output: empty,
  }),
};
