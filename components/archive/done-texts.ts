import type { Say } from "@/components/layout/task-kind";
import type { Task } from "@/lib/contracts/task";

type Done = `archive.tasks.${"compress" | "extract"}.done`;
type Remark = `archive.${"withLeftOut" | "withRenamed" | "withoutEnd" | "amidOthers"}`;

/** What was done, and a remark for each fact that there is to remark on. */
const doneWith =
  (done: Done, remarks: Readonly<Record<string, Remark>>) =>
  ({ count, title: name, facts }: Task, say: Say): string =>
    Object.entries(remarks).reduce(
      (text, [fact, remark]) => (facts[fact] ? say(remark, { done: text, count: Number(facts[fact]) }) : text),
      say(done, { count, name }),
    );

/** Says what the archive does not hold, and what is called otherwise in it. */
export const compressedText = doneWith("archive.tasks.compress.done", {
  leftOut: "archive.withLeftOut",
  renamed: "archive.withRenamed",
});

/** Says what is odd about an archive all of whose entries could be read. */
export const extractedText = doneWith("archive.tasks.extract.done", {
  withoutEnd: "archive.withoutEnd",
  amidOthers: "archive.amidOthers",
});
