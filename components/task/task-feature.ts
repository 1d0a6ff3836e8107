import { IconListCheck } from "@tabler/icons-react";
import { taskStore } from "@/components/domain/task/task-store";
import { panel } from "@/components/domain/transfer/panel";
import { feature } from "@/components/registry/feature";
import { page } from "@/components/registry/page";
import { pages } from "@/lib/client/urls";
import { TaskQuestionHost } from "./task-question-host";

export const taskFeature = feature({
  id: "task",
  pages: [page({ path: "tasks", load: () => import("./history/task-history-page") })],
  nav: [
    {
      label: "tasks",
      href: pages.tasks(),
      icon: IconListCheck,
      group: "own",
      order: 30,
      isShown: (can) => can("file_read"),
    },
  ],
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
