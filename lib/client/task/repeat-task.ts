import type { Access, Endpoint } from "@/lib/contracts/endpoint";
import type { TaskDetail } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";

type Begun = { taskId: string } | { taskIds: string[] };

/** `begin` gives the ids of the new tasks. */
export type Again = { access: Access; begin: () => Promise<string[]> };

/** Nothing where what was asked is not all there, such as a password. */
export type Repeat = (input: TaskDetail["input"]) => Again | null;

/** Calls an endpoint with what a task was begun with. */
export function repeatOf<E extends Endpoint>(
  endpoint: E,
  call: (input: E["input"]["_input"]) => Promise<Begun>,
): Repeat {
  return (input) => {
    const parsed = endpoint.input.safeParse(input);
    if (!parsed.success) return null;
    const begin = async () => {
      const begun = await call(input);
      return "taskId" in begun ? [begun.taskId] : begun.taskIds;
    };
    return { access: endpoint.access, begin };
  };
}

/** How the same is begun once more, with the rights of now; null when that cannot be. `load`: of its kind. */
export async function againOf(task: TaskDetail, load: (() => Promise<Repeat>) | undefined): Promise<Again | null> {
  if (load === undefined || !isTaskOver(task) || task.input["secret"] === true) return null;
  return (await load())(task.input);
}
