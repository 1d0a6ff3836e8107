import { taskContract } from "@/lib/contracts/task";
import { group } from "@/lib/server/group/group";
import { answerTask, cancelTask, getNews, getTask, listTasks, seeTasks } from "./list-tasks";
import { tasksEnded } from "./running-tasks";

export const taskGroup = group({
  name: "task",
  contract: taskContract,
  json: { listTasks, getNews, seeTasks, getTask, cancelTask, answerTask },
  onStop: tasksEnded,
});
