import type { Words } from "@/components/domain/entry/words";
import type { Task } from "@/lib/contracts/task";

type Sayer = Words["t"];

/** What a job that went well has done. */
export function doneText(task: Task, { t, tasks }: Words): string {
  const kind = tasks.find(task.kind);
  if (kind?.done !== undefined) return kind.done(task, tasks.say);
  const about = { count: task.count, name: task.title };
  return withReplaced(kind === undefined ? task.title : tasks.say(`${kind.words}.done`, about), task, t);
}

/** What became of a job that failed, wholly or in part. */
export function failedText(task: Task, reason: string, { t, tasks }: Words): string {
  const { files, failureCount, total } = task;
  const about = { task: tasks.title(task), reason };
  if (files === 0) return t("taskFailed", about);
  return t("taskPartly", { ...about, done: files, total: Math.max(total?.files ?? 0, files + failureCount) });
}

/** Says as well what became of what was in the way; the worse of it, if some was kept and some was not. */
export function withReplaced(done: string, { replaced, kept }: Task, t: Sayer): string {
  if (replaced > kept) return t("withReplaced", { done, count: replaced - kept });
  return kept > 0 ? t("withKept", { done, count: kept }) : done;
}
