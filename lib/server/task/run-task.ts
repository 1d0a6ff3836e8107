import type { TaskDetail } from "@/lib/contracts/task";
import { isTaskProblem } from "@/lib/shared/task-state";
import { isAppError } from "@/lib/shared/errors";
import { createPace } from "@/lib/server/base/next-slice";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { knownFailure } from "@/lib/server/http/answer";
import { forgetDetails } from "./kept-tasks";
import { measureTask } from "./measure-task";
import { runningTasks } from "./running-tasks";
import { taskKindOf, taskQueue } from "./task-kinds";
import type { TaskQuestions } from "./task-questions";
import { storeEnd, storeRegularly } from "./task-row";
import type { Amount, StepOutcome, TaskRun, TaskStep } from "@/lib/server/group/task-step";

type Run = TaskRun & {
  task: TaskDetail;
  ownerId: string;
  signal: AbortSignal;
  questions: TaskQuestions;
  publish: () => void;
};

const maxFailures = 100;
/** Steps that have begun and wait for an answer; then no other one begins. */
const maxWaitingSteps = 8;

/** Waits for the task's turn, runs its steps and tells its end. Never rejects. */
export async function runTask(run: Run, { db, log }: Pick<Ctx, "db" | "log">): Promise<void> {
  const { task, ownerId, signal, publish } = run;
  const queue = taskQueue(task.kind);
  const hasTurn = await queue.enter(ownerId, signal).then(
    () => true,
    () => false,
  );
  if (hasTurn) {
    if (task.state === "queued") {
      task.state = "running";
      publish();
    }
    const storing = storeRegularly(task, { db, log });
    await runSteps(run, log);
    await storing.stop();
    queue.leave(ownerId);
  }
  const finishedAt = run.outlivesServer === true && getApp().stopping.aborted ? null : new Date();
  // Stopped by the loss of a right, not by anybody: whoever began it must hear of it.
  if (isAppError(signal.reason)) addFailure(task, task.title, signal.reason.key);
  const state = finishedAt === null ? "queued" : endState(task, signal);
  const seen = !isTaskProblem({ state });
  const end = { current: "", question: null, finished_at: finishedAt?.getTime() ?? null, state, seen };
  // What comes with its end is there before anybody is told of it: a task that is done can be undone.
  const facts = await run
    .onEnd?.({ ...task, ...end })
    .catch((error: unknown) => log.error({ err: error, taskId: task.id }, "task end failed"));
  Object.assign(task, end);
  if (facts) task.facts = { ...task.facts, ...facts };
  publish();
  await storeEnd(db, { task, ownerId, finishedAt })
    .then(() => forgetDetails(db, ownerId))
    .catch((error: unknown) => log.error({ err: error, taskId: task.id }, "task could not be stored"));
  // Only now: whoever asks in between must not read the stored state of the beginning.
  runningTasks.delete(task.id);
}

async function runSteps({ task, ownerId, steps, signal, questions, publish }: Run, log: Ctx["log"]): Promise<void> {
  const finished: Amount = { files: 0, bytes: 0 };
  const begun = new Map<TaskStep, Amount>();
  /** Those that wait for an answer, with the number of their questions. */
  const waiting = new Map<TaskStep, number>();
  let next = 0;
  const stopMeasuring = measureTask({
    task,
    isConsuming: taskKindOf(task).isConsuming,
    left: () => [...begun.keys(), ...steps.slice(next)],
    finished,
    onTotal: publish,
    signal,
  });

  function count(current: string): void {
    const amounts = [finished, ...begun.values()];
    task.files = amounts.reduce((sum, { files }) => sum + files, 0);
    task.bytes = amounts.reduce((sum, { bytes }) => sum + bytes, 0);
    task.current = current;
  }

  /** A task of which nothing goes on gives its place to another. */
  function settle(): void {
    const isStuck = waiting.size > 0 && waiting.size === begun.size;
    if (isStuck === (task.state === "waiting") || signal.aborted) return;
    task.state = isStuck ? "waiting" : "running";
    if (isStuck) taskQueue(task.kind).leave(ownerId);
    else taskQueue(task.kind).reenter(ownerId);
    publish();
  }

  function wait(step: TaskStep, change: 1 | -1): void {
    const left = (waiting.get(step) ?? 0) + change;
    if (left > 0) waiting.set(step, left);
    else waiting.delete(step);
  }

  async function runStep(step: TaskStep, onWaiting: () => void): Promise<void> {
    try {
      const outcome = await step.run({
        signal,
        onProgress: ({ files, bytes, current }) => {
          begun.set(step, { files, bytes });
          count(current);
          publish();
        },
        ask: async (question) => {
          const answer = questions.ask(question);
          if (questions.open() === null) return answer;
          wait(step, 1);
          onWaiting();
          try {
            return await answer;
          } finally {
            wait(step, -1);
            settle();
          }
        },
      });
      addOutcome(task, finished, outcome);
    } catch (error) {
      if (!signal.aborted) addFailure(task, step.path, keyOf(error, task, log));
    }
    begun.delete(step);
    count(task.current);
    settle();
  }

  const active = new Set<Promise<void>>();
  // On a quick disk nothing that a step waits for lets others in.
  const pace = createPace();
  for (; next < steps.length && !signal.aborted;) {
    const step = steps[next++];
    if (step === undefined) break;
    begun.set(step, { files: 0, bytes: 0 });
    await new Promise<void>((goOn) => {
      const done = runStep(step, goOn).finally(() => {
        active.delete(done);
        goOn();
      });
      active.add(done);
    });
    // Nothing else to begin: only now is a task stuck whose last step asks.
    if (next === steps.length || active.size === maxWaitingSteps) settle();
    if (active.size >= maxWaitingSteps) await Promise.race(active);
    await pace();
  }
  await Promise.all(active);
  if (task.state === "waiting") taskQueue(task.kind).reenter(ownerId);
  stopMeasuring();
}

function addOutcome(task: TaskDetail, finished: Amount, outcome: StepOutcome): void {
  finished.files += outcome.files ?? 0;
  finished.bytes += outcome.bytes ?? 0;
  task.skipped += outcome.skipped ?? 0;
  task.replaced += outcome.replaced ?? 0;
  task.kept += outcome.kept ?? 0;
  task.failureCount += outcome.failureCount ?? 0;
  task.error ??= outcome.failures?.[0]?.error ?? null;
  task.failures.push(...(outcome.failures ?? []).slice(0, maxFailures - task.failures.length));
  // Into what is there: a copy for each of ten thousand steps would be fifty million entries.
  if (outcome.result) Object.assign((task.result ??= {}), outcome.result);
  if (outcome.facts) task.facts = { ...task.facts, ...outcome.facts };
}

function addFailure(task: TaskDetail, path: string, key: string): void {
  task.error ??= key;
  task.failureCount++;
  if (task.failures.length < maxFailures) task.failures.push({ path, error: key });
}

function keyOf(error: unknown, task: TaskDetail, log: Ctx["log"]): string {
  if (!isAppError(error)) log.error({ err: error, taskId: task.id }, "task step failed");
  return knownFailure(error).key;
}

function endState(task: TaskDetail, signal: AbortSignal): TaskDetail["state"] {
  if (getApp().stopping.aborted) return "interrupted";
  if (signal.aborted) return isAppError(signal.reason) ? "failed" : "cancelled";
  return task.failureCount > 0 ? "failed" : "done";
}
