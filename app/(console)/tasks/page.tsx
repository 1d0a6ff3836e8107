import { TaskHistoryPage } from "@/components/task/history/task-history-page";

export default function Tasks() {
  return <TaskHistoryPage />;
}
