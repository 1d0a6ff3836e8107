import type { Access } from "@/lib/contracts/endpoint";
import type { Task } from "@/lib/contracts/task";
import type { Db } from "@/lib/server/db/open-db";
import type { App } from "@/lib/server/runtime/app";

/** Tasks of one owner that run at once, of all owners, and of one owner that may wait. */
export type QueueLimits = { perOwner: number; total: number; queuedPerOwner: number };

/** What a start goes on with that the end of the server before has cut off. */
export type Resumption = {
  /** Ids of the tasks that {@link resume} is going to take up. */
  find: (db: Db) => Promise<readonly string[]>;
  /** Called when the server listens. */
  resume: (app: App) => Promise<void>;
};

/** What runner, store and rights must know of a kind of task; they know none by name. */
export type TaskKind = {
  kind: Task["kind"];
  /** What whoever begins one is asked for: it goes on as long as its owner holds that. */
  access: Access;
  /** Whether API tokens may begin one, and so see and steer those of their user: as the endpoint that begins it says. */
  token: boolean;
  /** What cancelling one takes beside it; null: nothing. */
  cancelAccess: Access | null;
  /** Whether what is done is no longer where it was: then its total counts what is left. */
  isConsuming: boolean;
  /** Whether it makes room: then it begins even where the database has none to note it. */
  makesRoom: boolean;
  /** A queue of its own; null: the one that all others share. */
  queue: QueueLimits | null;
  resumption: Resumption | null;
};

const usual = { token: true, cancelAccess: null, isConsuming: false, makesRoom: false, queue: null, resumption: null };

export function defineTask(definition: Pick<TaskKind, "kind" | "access"> & Partial<TaskKind>): TaskKind {
  return { ...usual, ...definition };
}
