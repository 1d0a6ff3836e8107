import type { Task } from "@/lib/contracts/task";
import { isTaskOver, isTaskProblem } from "@/lib/shared/task-state";
import { createStore } from "@/lib/shared/store";
import { api } from "@/lib/client/call";
import { recoveries } from "@/lib/client/connection";
import { followTasks } from "./follow-tasks";

/** `problems`: own tasks that went wrong; those that have been seen meanwhile stay until the page is loaded anew. */
type TaskNews = { running: readonly Task[]; problems: readonly Task[] };

export const taskNews = createStore<TaskNews>({ running: [], problems: [] });

const maxShown = 100;
const soonMs = 300;
let isListening = false;
let timer: ReturnType<typeof setTimeout> | null = null;

/** What the server has going on, and what went wrong while nobody looked: now, and whenever there is more of it. */
export function listenToTaskNews(): void {
  if (isListening) return;
  isListening = true;
  followTasks({
    changed: (task) => {
      if (isTaskOver(task) && isTaskProblem(task)) loadSoon();
    },
    seen: loadSoon,
  });
  recoveries.subscribe(loadSoon);
  void load(); // never rejects
}

/** Several tasks often end together. */
function loadSoon(): void {
  timer ??= setTimeout(() => {
    timer = null;
    void load(); // never rejects
  }, soonMs);
}

async function load(): Promise<void> {
  try {
    const { running, problems } = await api.task.getNews({});
    taskNews.set((before) => ({ running, problems: withSeen(before.problems, problems) }));
  } catch {
    // Asked again with the next end of a task, or when the server is back.
  }
}

/** The unseen ones of now, and those of before that somebody has seen. */
function withSeen(before: readonly Task[], unseen: readonly Task[]): readonly Task[] {
  const ids = new Set(unseen.map(({ id }) => id));
  const seen = before.filter(({ id }) => !ids.has(id)).map((task) => ({ ...task, seen: true }));
  return [...unseen, ...seen].sort((a, b) => (b.finished_at ?? 0) - (a.finished_at ?? 0)).slice(0, maxShown);
}

/** Says so to the server and thereby to all devices; without ids all that there are. */
export function seeTaskProblems(ids?: string[]): void {
  const meant = new Set(ids ?? taskNews.get().problems.map(({ id }) => id));
  if (!taskNews.get().problems.some(({ id, seen }) => meant.has(id) && !seen)) return;
  taskNews.set(({ running, problems }) => ({
    running,
    problems: problems.map((task) => (meant.has(task.id) ? { ...task, seen: true } : task)),
  }));
  api.task.seeTasks(ids === undefined ? {} : { ids }).catch(loadSoon); // what was not noted is unread again
}

export function forgetTaskProblems(): void {
  taskNews.set(({ running }) => ({ running, problems: [] }));
}
