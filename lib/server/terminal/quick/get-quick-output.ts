import { z } from "zod";
import type { quickCommands } from "@/lib/contracts/quick-commands";
import { isTaskOver } from "@/lib/shared/task-state";
import type { Service } from "@/lib/server/http/service";
import { getTask } from "@/lib/server/task/list-tasks";
import { runningOutputs } from "./run-quick-command";

const kept = z.object({ output: z.string(), isCut: z.boolean(), code: z.number().nullable() });
const nothing = { output: "", isCut: false, code: null };

export const getQuickOutput: Service<typeof quickCommands.getQuickOutput> = async ({ taskId }, ctx) => {
  // Whose it is not to see has none.
  const task = await getTask({ id: taskId }, ctx);
  const running = runningOutputs.get(taskId);
  if (running !== undefined) return { ...running.read(), isOver: false, code: null };
  return { ...kept.catch(nothing).parse(task.result), isOver: isTaskOver(task) };
};
