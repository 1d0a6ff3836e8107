import type { Words } from "@/components/file/words";
import type { Task } from "@/lib/contracts/task";

type Sayer = Words["t"];

/** What a job that went well has done. */
export function doneText(task: Task, t: Sayer): string {
  const about = { count: task.count, name: task.title };
  if (task.kind !== "undo") return withReplaced(t(`done.${task.kind}`, about), task, t);
  const text = task.facts["undone"] === "copy" ? t("undoneCopy", about) : t("done.undo", about);
  const restored = Number(task.facts["restored"] ?? 0);
  return restored > 0 ? t("withRestored", { done: text, count: restored }) : text;
}

/** Says as well what became of what was in the way; the worse of it, if some was kept and some was not. */
export function withReplaced(done: string, { replaced, kept }: Task, t: Sayer): string {
  if (replaced > kept) return t("withReplaced", { done, count: replaced - kept });
  return kept > 0 ? t("withKept", { done, count: kept }) : done;
}
