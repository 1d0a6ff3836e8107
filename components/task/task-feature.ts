import { taskStore } from "@/components/domain/task/task-store";
import { panel } from "@/components/domain/transfer/panel";
import { feature } from "@/components/registry/feature";
import { TaskQuestionHost } from "./task-question-host";

export const taskFeature = feature({
  id: "task",
  panels: [
    panel({
      id: "tasks",
      order: 10,
      store: taskStore,
      isShown: (tasks) => tasks.size > 0,
      load: () => import("./task-panel"),
    }),
  ],
  hosts: [TaskQuestionHost],
});
