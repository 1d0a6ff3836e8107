import { TaskHistoryPage } from "@/components/file/task/history/task-history-page";

export default function Tasks() {
  return <TaskHistoryPage />;
}
