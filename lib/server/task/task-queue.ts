import { AppError } from "@/lib/shared/errors";
import type { QueueLimits } from "@/lib/server/group/define-task";

type Waiting = { ownerId: string; begin: () => void };

/**
 * Who may run now: so many tasks of one owner and so many altogether; the others wait, first come first served, without one
 * owner's tasks keeping back another's.
 */
export type TaskQueue = {
  /** Throws request/busy when so many more tasks (one) would be too many that wait. */
  assertRoom(ownerId: string, more?: number): void;
  /** Whether {@link enter} would let the owner's next task in at once. */
  isFree(ownerId: string): boolean;
  /** Resolves when it is the task's turn; rejects with request/cancelled when the signal fires before. */
  enter(ownerId: string, signal: AbortSignal): Promise<void>;
  /** Takes a place whether there is one or not: for a task that had one, gave it up and goes on. */
  reenter(ownerId: string): void;
  leave(ownerId: string): void;
};

export function createTaskQueue({ perOwner, total, queuedPerOwner }: QueueLimits): TaskQueue {
  const running = new Map<string, number>();
  const waiting: Waiting[] = [];
  let count = 0;

  const isFree = (ownerId: string) => count < total && (running.get(ownerId) ?? 0) < perOwner;

  function take(ownerId: string): void {
    count++;
    running.set(ownerId, (running.get(ownerId) ?? 0) + 1);
  }

  function letIn(): void {
    for (let index = waiting.findIndex(({ ownerId }) => isFree(ownerId)); index >= 0;) {
      const [next] = waiting.splice(index, 1);
      if (next === undefined) return;
      take(next.ownerId);
      next.begin();
      index = waiting.findIndex(({ ownerId }) => isFree(ownerId));
    }
  }

  return {
    isFree,
    assertRoom(ownerId, more = 1) {
      const queued = waiting.filter((item) => item.ownerId === ownerId).length;
      if (queued + more > queuedPerOwner) throw new AppError("request/busy");
    },
    enter(ownerId, signal) {
      if (signal.aborted) return Promise.reject(new AppError("request/cancelled"));
      if (isFree(ownerId)) {
        take(ownerId);
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const give = () => {
          waiting.splice(waiting.indexOf(item), 1);
          reject(new AppError("request/cancelled"));
        };
        const item: Waiting = {
          ownerId,
          begin: () => {
            signal.removeEventListener("abort", give);
            resolve();
          },
        };
        waiting.push(item);
        signal.addEventListener("abort", give, { once: true });
      });
    },
    reenter: take,
    leave(ownerId) {
      count--;
      const left = (running.get(ownerId) ?? 1) - 1;
      if (left > 0) running.set(ownerId, left);
      else running.delete(ownerId);
      letIn();
    },
  };
}
