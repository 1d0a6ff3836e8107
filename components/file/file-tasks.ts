import type { Say, TaskKind } from "@/components/layout/task-kind";
import type { Task } from "@/lib/contracts/task";

/** Says which way it was undone, and what came back that was in the way. */
function undoneText({ count, title: name, facts }: Task, say: Say): string {
  const { undone } = facts;
  const key =
    undone === "copy" ? "file.undoneCopy" : undone === "upload" ? "file.undoneUpload" : "file.tasks.undo.done";
  const text = say(key, { count, name });
  const restored = Number(facts["restored"] ?? 0);
  return restored > 0 ? say("file.withRestored", { done: text, count: restored }) : text;
}

/** What deletes for good or undoes is not repeated by a click. */
export const fileTasks: readonly TaskKind[] = [
  { kind: "copy", words: "file.tasks.copy", again: async () => (await import("./file-again")).copyAgain },
  { kind: "move", words: "file.tasks.move", again: async () => (await import("./file-again")).moveAgain },
  // Removing takes its time per file.
  { kind: "delete", words: "file.tasks.delete", counts: "files" },
  { kind: "undo", words: "file.tasks.undo", done: undoneText },
];
