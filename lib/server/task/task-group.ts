import { taskChannels, taskContract } from "@/lib/contracts/task";
import { group } from "@/lib/server/group/group";
import { serveChannels } from "@/lib/server/realtime/serve-channels";
import { followTasks } from "./follow-tasks";
import { answerTask, cancelTask, getNews, getTask, listTasks, seeTasks } from "./list-tasks";
import { tasksEnded } from "./running-tasks";

export const taskGroup = group({
  name: "task",
  contract: taskContract,
  json: { listTasks, getNews, seeTasks, getTask, cancelTask, answerTask },
  channels: serveChannels(taskChannels, { follow: followTasks }),
  onStop: tasksEnded,
});
