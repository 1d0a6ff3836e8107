import type { AnswerChoice, TaskQuestion } from "@/lib/contracts/task";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Answered, Asked } from "@/lib/server/group/task-step";

/** How long a task waits for somebody. Then the entry is left alone and counted as failed. */
const patienceMs = 30 * 60_000;

export type TaskQuestions = {
  /** Throws request/cancelled when the signal fires. */
  ask(question: Asked): Promise<Answered>;
  /** False when this is not the open question. */
  answer(id: string, choice: AnswerChoice, all: boolean): boolean;
  /** The one to show. */
  open(): TaskQuestion | null;
};

type Pending = { question: TaskQuestion; settle: (answer: Answered) => void; refuse: (error: AppError) => void };

/** The questions of one running task, one after the other; `changed` is called when another one is to be shown. */
export function createTaskQuestions(signal: AbortSignal, changed: () => void): TaskQuestions {
  const pending: Pending[] = [];
  let forAll: AnswerChoice | null = null;

  const end = (item: Pending) => {
    const index = pending.indexOf(item);
    if (index >= 0) pending.splice(index, 1);
  };
  signal.addEventListener("abort", () => {
    for (const { refuse } of pending.splice(0)) refuse(new AppError("request/cancelled"));
  });

  return {
    ask(asked) {
      if (signal.aborted) return Promise.reject(new AppError("request/cancelled"));
      if (forAll !== null) return Promise.resolve(forAll);
      return new Promise((resolve, reject) => {
        const question = { ...asked, id: randomId(), more: 0, until: Date.now() + patienceMs };
        const timer = setTimeout(() => {
          end(item);
          item.settle(null);
          changed();
        }, patienceMs);
        const item: Pending = {
          question,
          settle: (answer) => {
            clearTimeout(timer);
            resolve(answer);
          },
          refuse: (error) => {
            clearTimeout(timer);
            reject(error);
          },
        };
        pending.push(item);
        changed();
      });
    },
    answer(id, choice, all) {
      const [first] = pending;
      if (first === undefined || first.question.id !== id) return false;
      if (all) forAll = choice;
      for (const item of all ? pending.splice(0) : pending.splice(0, 1)) item.settle(choice);
      changed();
      return true;
    },
    open() {
      const [first] = pending;
      return first === undefined ? null : { ...first.question, more: pending.length - 1 };
    },
  };
}
