import type { Access } from "@/lib/contracts/endpoint";
import type { AnswerChoice, Task, TaskDetail, TaskQuestion } from "@/lib/contracts/task";
import type { TreeProgress, TreeResult } from "@/lib/server/storage/storage";

export type Asked = Omit<TaskQuestion, "id" | "more" | "until">;
/** `null`: nobody answered in time. */
export type Answered = AnswerChoice | null;

export type Amount = { files: number; bytes: number };

/** What a step gets to work with. */
export type StepContext = {
  /** Fires when the task is cancelled or the server stops. */
  signal: AbortSignal;
  /** Of this step, from its beginning; call it as often as you like, at best every 100 ms. */
  onProgress: (progress: TreeProgress) => void;
  /** Asks the owner and waits, for a bounded time; meanwhile other steps go on. Throws request/cancelled. */
  ask: (question: Asked) => Promise<Answered>;
};

/** What a step did; a step that fails as a whole throws. */
export type StepOutcome = Partial<Omit<TreeResult, "path">> & {
  /** Merged into the task's result, which may be long. */
  result?: TaskDetail["result"];
  /** Merged into what lists and events tell of the task: few and short. */
  facts?: Task["facts"];
};

/** A part of a task whose failure does not keep the others from being done. */
export type TaskStep = {
  /** The entry (or address), for the list of what failed. */
  path: string;
  run: (context: StepContext) => Promise<StepOutcome>;
  /** How much there is to do, where that can be told; null when it turns out that it cannot. */
  measure?: (signal: AbortSignal) => Promise<Amount | null>;
};

export type TaskRun = {
  steps: readonly TaskStep[];
  /** Called once after the last step, also after a cancel or failures, before the end is told. What it gives is told with it. */
  onEnd?: (task: Readonly<Task>) => Promise<Task["facts"] | void>;
  /** What whoever began it needs beside its kind's right, as things stand now; it ends when that is taken away. */
  needs?: () => readonly Access[];
  /** Whether the next start of the server goes on with it: then it has not ended when the server does. */
  outlivesServer?: boolean;
};
