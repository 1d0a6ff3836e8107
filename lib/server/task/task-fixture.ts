import path from "node:path";
import pino from "pino";
import { AppError } from "@/lib/shared/errors";
import { defineTask } from "@/lib/server/group/define-task";
import { openNewDb } from "@/lib/server/db/made-once-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants, scopesOf } from "@/lib/server/session/grants";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { getTask } from "./list-tasks";
import { runningTasks } from "./running-tasks";
import { setTaskKinds } from "./task-kinds";
import { startTask, type TaskStart } from "./start-task";
import type { TaskStep } from "@/lib/server/group/task-step";

const copyAccess = "filecat_file_context_update_upload_created_copy_decompression";

export const mayCopy = { ...noGrants, auth_list: [copyAccess] } as const;

/** A database with the user mia, who may copy, and tasks of hers. */
export async function makeTaskFixture() {
  const local = await makeLocalFixture();
  const db = await openNewDb(path.join(local.base, "filedeck.db"));
  await db.user.create({ data: { id: "mia", username: "mia", passwordHash: "", grants: mayCopy, preferences: {} } });
  // Of tests before, in the same process, whose mia had other rights or none: a task asks for them again.
  forgetActors();
  // For each: another test of the same process may have set its own kinds since this module was loaded.
  setTaskKinds([
    defineTask({ kind: "copy", access: copyAccess }),
    defineTask({ kind: "move", access: "filecat_file_delete_cut_rename" }),
  ]);
  startAppOf({ stopping: new AbortController().signal });
  const actor = { ...visitor, userId: "mia", username: "mia", scopes: scopesOf(false, []) };
  // Services take a whole context; these look at these parts of it alone.
  const ctx = () =>
    ({ actor, db, log: pino({ level: "silent" }), about: () => {} }) as unknown as Parameters<typeof getTask>[1];
  return {
    db,
    actor,
    ctx,
    begin: async (steps: readonly TaskStep[], rest: Partial<TaskStart> = {}) =>
      (await startTask(ctx(), { kind: "copy", title: "a", input: {}, steps, ...rest })).taskId,
    ended: async (id: string) => {
      await runningTasks.get(id)?.done;
      return getTask({ id }, ctx());
    },
    setUser: async (data: Parameters<Db["user"]["update"]>[0]["data"]) => {
      await db.user.update({ where: { id: "mia" }, data });
      forgetActors();
    },
    close: async () => {
      await db.$disconnect();
      await local.close();
    },
  };
}
/** A step that ends only when its task is stopped. */
export const untilStopped: TaskStep = {
  path: "r/a",
  run: ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(new AppError("request/cancelled")));
    }),
};

export type TaskFixture = Awaited<ReturnType<typeof makeTaskFixture>>;
