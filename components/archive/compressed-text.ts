import type { Say } from "@/components/layout/task-kind";
import type { Task } from "@/lib/contracts/task";

/** Says what the archive does not hold, and what is called otherwise in it. */
export function compressedText({ count, title: name, facts }: Task, say: Say): string {
  let done = say("archive.tasks.compress.done", { count, name });
  for (const [key, fact] of [
    ["archive.withLeftOut", "leftOut"],
    ["archive.withRenamed", "renamed"],
  ] as const) {
    const amount = Number(facts[fact] ?? 0);
    if (amount > 0) done = say(key, { done, count: amount });
  }
  return done;
}
