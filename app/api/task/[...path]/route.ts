import { taskContract } from "@/lib/contracts/task";
import { serve } from "@/lib/server/http/serve";
import { answerTask, cancelTask, getTask, listTasks } from "@/lib/server/task/list-tasks";

export const { GET, POST, PUT, DELETE } = serve(taskContract, {
  listTasks,
  getTask,
  cancelTask,
  answerTask,
});
