import path from "node:path";
import pino from "pino";
import type { Task } from "@/lib/contracts/task";
import type { Actor, Ctx } from "@/lib/server/runtime/ctx";
import { openNewDb } from "@/lib/server/db/made-once-fixture";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants, scopesOf } from "@/lib/server/session/grants";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { getTask } from "@/lib/server/task/list-tasks";
import { runningTasks } from "@/lib/server/task/running-tasks";
import { trashSetting } from "./trash-setting";

export const keptFor30Days = { on: true, days: 30, percent: 0, bytes: 0, versions: 3, versionDays: 30 };

/** What their tasks go on with: one whose owner may not go on any more is ended within seconds (recheck.ts). */
const mayChange = {
  ...noGrants,
  auth_list: ["filecat_file_delete_cut_rename", "filecat_file_context_update_upload_created_copy_decompression"],
} as const;

export type TrashFixture = LocalFixture & {
  /** Of "mia". */
  ctx: Ctx;
  end(started: { taskId: string }, who?: Ctx): Promise<Task>;
};

/** A temporary root, a database with the users mia and tom, and a trash that keeps for thirty days. */
export async function makeTrashFixture(): Promise<TrashFixture> {
  const fixture = await makeLocalFixture();
  const db = await openNewDb(path.join(fixture.base, "filedeck.db"));
  for (const id of ["mia", "tom"])
    await db.user.create({ data: { id, username: id, passwordHash: "", grants: mayChange, preferences: {} } });
  // Of tests before, in the same process, whose mia had other rights: a long task asks for them again.
  forgetActors();
  startAppOf({ stopping: new AbortController().signal });
  const log = pino({ level: "silent" });
  // Services use these parts of a context alone.
  const ctx = {
    db,
    log,
    signal: new AbortController().signal,
    actor: actorOf("mia"),
    storage: fixture.storage,
    about: () => undefined,
  } as unknown as Ctx; // these parts
  await trashSetting.write(keptFor30Days, ctx);
  return {
    ...fixture,
    ctx,
    async end({ taskId }, who = ctx) {
      await runningTasks.get(taskId)?.done;
      return getTask({ id: taskId }, who);
    },
    async close() {
      await Promise.all([...runningTasks.values()].map(({ done }) => done));
      await db.$disconnect();
      await fixture.close();
    },
  };
}

export function actorOf(userId: string, isRoot = false): Actor {
  const permissions = new Set(["filecat_file_delete_cut_rename"] as const);
  const scopes = scopesOf(false, []);
  return { ...visitor, permissions, scopes, userId, username: userId, isRoot, sessionId: `session of ${userId}` };
}
