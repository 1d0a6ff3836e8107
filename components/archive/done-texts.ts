import type { Say } from "@/components/layout/task-kind";
import type { Task } from "@/lib/contracts/task";

const remarks = {
  leftOut: "archive.withLeftOut",
  renamed: "archive.withRenamed",
  withoutEnd: "archive.withoutEnd",
  amidOthers: "archive.amidOthers",
} as const;

type Fact = keyof typeof remarks;

/** Says what the archive does not hold, and what is called otherwise in it. */
export function compressedText(task: Task, say: Say): string {
  const done = say("archive.tasks.compress.done", { count: task.count, name: task.title });
  return withRemarks(done, task, { say, facts: ["leftOut", "renamed"] });
}

/** Says what is odd about an archive all of whose entries could be read. */
export function extractedText(task: Task, say: Say): string {
  const done = say("archive.tasks.extract.done", { count: task.count, name: task.title });
  return withRemarks(done, task, { say, facts: ["withoutEnd", "amidOthers"] });
}

function withRemarks(done: string, task: Task, { say, facts }: { say: Say; facts: readonly Fact[] }): string {
  return facts.reduce((text, fact) => {
    const count = Number(task.facts[fact] ?? 0);
    return count > 0 ? say(remarks[fact], { done: text, count }) : text;
  }, done);
}
