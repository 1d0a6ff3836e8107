import { taskContract } from "@/lib/contracts/task";
import { serve } from "@/lib/server/http/serve";
import { answerTask, cancelTask, getNews, getTask, listTasks, seeTasks } from "@/lib/server/task/list-tasks";

export const { GET, POST, PUT, DELETE } = serve(taskContract, {
  listTasks,
  getNews,
  seeTasks,
  getTask,
  cancelTask,
  answerTask,
});
