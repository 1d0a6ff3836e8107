import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { arePanelsHidden } from "@/components/domain/transfer/transfer-panels";
import type { Words } from "@/components/domain/entry/words";
import { dropUndo, undoStack } from "./undo-stack";
import type { ToastAction } from "@/components/ui/toast/toast-state";
import { sendToToasts, showToast } from "@/components/ui/toast/toast-store";
import { withHost } from "@/components/domain/connect-host/connect-host";
import { api } from "@/lib/client/call";
import { recoveries } from "@/lib/client/connection";
import { followTasks } from "@/lib/client/task/follow-tasks";
import { listenToTaskNews, seeTaskProblems, taskNews } from "@/lib/client/task/task-news";
import type { Task } from "@/lib/contracts/task";
import { isTaskOver } from "@/lib/shared/task-state";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { createStore } from "@/lib/shared/store";
import { begunTasks } from "./begun-tasks";
import { seenTask, type ShownTask } from "./task-progress";
import { doneText, failedText, withReplaced } from "./task-words";

/** Jobs of the server that are running, and failed ones until they are put away; newest last. */
export const taskStore = createStore<ReadonlyMap<string, ShownTask>>(new Map());

/** How many jobs have ended since the page was loaded: what they changed may be shown somewhere. */
export const tasksOver = createStore(0);

/** Words for the jobs that this tab began: it alone tells how they ended. */
const begun = new Map<string, Words>();
/** Of each job the newest state seen: an answer asked for before it may arrive after it. */
const revisions = new Map<string, number>();
/** What waits for the end of a job. */
const enders = new Map<string, () => void>();
const maxRemembered = 500;
const pollMs = 3000;
let isListening = false;
let polling: ReturnType<typeof setInterval> | null = null;

/** Listens for the user's jobs; those running since before a reload come back. */
export function listenToTasks(): void {
  if (isListening) return;
  isListening = true;
  followTasks({ changed: takeTask });
  taskNews.subscribe(takeNews);
  listenToTaskNews();
  recoveries.subscribe(refreshShown);
}

/** After a reload or a lost connection: what goes on, and what failed in the meantime or was not put away. */
function takeNews(): void {
  const { running, problems } = taskNews.get();
  for (const task of running) takeTask(task);
  for (const task of problems)
    if (task.failureCount > 0 && !task.seen && begunTasks.has(task.id) && isNews(task)) show(task);
}

/** What ended while the server could not be reached has told nobody. */
function refreshShown(): void {
  for (const [id, { task }] of taskStore.get()) if (!isTaskOver(task)) void refresh(id); // it never rejects
}

/** Follows a job that was just begun until it ends, and says how. */
export function watchTask(id: string, words: Words, onOver?: () => void): void {
  listenToTasks();
  if (onOver !== undefined) enders.set(id, onOver);
  arePanelsHidden.set(false);
  begun.set(id, words);
  begunTasks.add(id);
  // The job may have ended before the socket was listening, and the socket may be cut off.
  polling ??= setInterval(poll, pollMs);
  void refresh(id); // it never rejects
}

async function refresh(id: string): Promise<void> {
  try {
    takeTask(await api.task.getTask({ id }));
  } catch {
    // Asked again by the poll; a task that is gone is told by nobody.
  }
}

function poll(): void {
  if (begun.size === 0 && polling !== null) {
    clearInterval(polling);
    polling = null;
  }
  for (const id of begun.keys()) void refresh(id); // it never rejects
}

/** Whether the state is newer than what was seen; the oldest jobs are forgotten. */
function isNews({ id, revision }: Task): boolean {
  if (revision <= (revisions.get(id) ?? -1)) return false;
  revisions.delete(id);
  revisions.set(id, revision);
  const [oldest] = revisions.keys();
  if (revisions.size > maxRemembered && oldest !== undefined) revisions.delete(oldest);
  return true;
}

function takeTask(task: Task): void {
  const words = begun.get(task.id);
  const isOver = isTaskOver(task);
  // The end is told by whoever learns of it with the words at hand, which may be after it was seen.
  if (!isNews(task) && !(isOver && words !== undefined)) return;
  if (isOver) {
    tasksOver.set((count) => count + 1);
    begun.delete(task.id);
    enders.get(task.id)?.();
    enders.delete(task.id);
    // Of what a tab began before it was reloaded it tells nothing, but it can undo it.
    if (task.files === 0 || task.facts["undoable"] === false) dropUndo(task.id);
    if (task.failureCount === 0) begunTasks.remove(task.id);
    if (words !== undefined) tellEnd(task, words);
  }
  const isOwn = words !== undefined || begunTasks.has(task.id);
  const isShown = !isOver || (isOwn && task.failureCount > 0);
  const known = taskStore.get().get(task.id);
  if (!isShown && known === undefined) return;
  // A job that is over and was shown with its failures stays as it is.
  if (isOver && words === undefined && known !== undefined && isTaskOver(known.task)) return;
  if (isShown) show(task);
  else hide(task.id);
}

function show(task: Task): void {
  taskStore.set((tasks) => new Map(tasks).set(task.id, seenTask(tasks.get(task.id), task, performance.now())));
}

function hide(id: string): void {
  taskStore.set((tasks) => new Map([...tasks].filter(([one]) => one !== id)));
}

function tellEnd(task: Task, words: Words): void {
  const { t, errorText } = words;
  const action = actionAfter(task, words);
  if (task.state === "done") {
    showToast({ kind: "success", message: doneText(task, words), press: null, ...action });
  } else if (task.state === "failed") {
    const key = task.error ?? task.failures[0]?.error ?? "internal";
    const reason = errorText(new AppError(isErrorKey(key) ? key : "internal"));
    const message = withReplaced(failedText(task, reason, words), task, t);
    // The bell has it from the server.
    showToast({ kind: "error", message, isListed: false, press: null, ...action });
  } else showToast({ kind: "warning", message: t("taskStopped", { name: words.tasks.title(task) }), ...action });
}

/** What can be done about a job that has ended. */
function actionAfter(task: Task, words: Words): { action?: ToastAction } {
  const { id, kind } = task;
  if (undoStack.get().some((one) => one.id === id)) return { action: undoAction(id, words) };
  const result = words.tasks.find(kind)?.result?.(task) ?? null;
  const open = folderToolRequest.get();
  // Where it is looked at there is nothing to show.
  if (result === null || (open?.tool === result.tool && open.path === result.path)) return {};
  const show = () => folderToolRequest.set({ ...result, taskId: id });
  return { action: { key: id, label: words.t("showResult"), run: show } };
}

/** The button of a message about something that can be undone. */
export function undoAction(id: string, words: Words): ToastAction {
  return { key: id, label: words.t("undo.action"), run: () => void undoItem(id, words) }; // tells its own failures
}

/** Undoes what this tab did last. */
export function undoNewest(words: Words): void {
  const newest = undoStack.get().at(-1);
  if (newest === undefined) showToast({ kind: "warning", message: words.t("undo.nothing") });
  else void undoItem(newest.id, words); // tells its own failures
}

async function undoItem(id: string, words: Words): Promise<void> {
  const known = taskStore.get().get(id);
  if (known !== undefined && !isTaskOver(known.task)) {
    showToast({ kind: "warning", message: words.t("undo.running", { name: known.task.title }) });
    return;
  }
  dropUndo(id);
  sendToToasts({ type: "retract", key: id });
  try {
    const started = await withHost(() => api.undo.undo({ id }));
    if (started !== null) watchTask(started.taskId, words);
  } catch (error) {
    showToast({ kind: "error", message: words.errorText(error) });
  }
}

export function putAwayTask(id: string): void {
  begunTasks.remove(id);
  seeTaskProblems([id]);
  hide(id);
}
