import { isTaskOver } from "@/lib/shared/task-state";
import { withoutSecrets } from "@/lib/shared/without-secrets";
import type { App } from "@/lib/server/runtime/app";
import type { Db } from "@/lib/server/db/open-db";
import { findActorNow, visitor } from "@/lib/server/session/find-actor";
import { eachHost, volumeOfPlace } from "@/lib/server/storage/each-host";
import { resumeTask } from "@/lib/server/task/start-task";
import { toTaskDetail } from "@/lib/server/task/task-row";
import { fetchRun } from "./fetch-run";
import { forgetFetch, keptOf, wishOf, type FetchRow } from "./fetch-rows";

/** More than all queues together hold. */
const maxRows = 10_000;

/** The tasks that {@link resumeFetches} is going to take up: for the tidying of the others. */
export async function findResumable(db: Db): Promise<string[]> {
  const rows = await db.remoteFetch.findMany({ select: { taskId: true }, take: maxRows });
  return rows.map(({ taskId }) => taskId);
}

/**
 * At start: goes on with the downloads that the end of the server cut off, with the rights that whoever began them has now. Call it
 * once the server knows its own port, which no download may reach.
 */
export async function resumeFetches(app: App): Promise<void> {
  const rows = await app.db.remoteFetch.findMany({ orderBy: { createdAt: "asc" }, take: maxRows });
  const over: Over[] = [];
  for (const row of rows) {
    try {
      if (!(await resumeFetch(app, row))) over.push({ row, volume: volumeOfPlace(keptOf(row)?.place ?? "") });
    } catch (error) {
      app.log.error({ err: error, taskId: row.taskId }, "download could not be resumed");
    }
  }
  await forgetAll(app, over);
}

type Over = { row: FetchRow; volume: string };

/** What had come of them may lie on hosts: none of these holds up those that go on, or another host. */
async function forgetAll({ db, log, stopping: signal }: App, over: readonly Over[]): Promise<void> {
  const failed = "what was left of a download could not be removed";
  const forget = (some: readonly Over[]) =>
    eachHost(
      some.map(({ row, volume }) => ({ ownerId: row.ownerId, volume, work: () => forgetFetch(db, row) })),
      { signal, log, failed },
    );
  await forget(over.filter(({ volume }) => volume === ""));
  await forget(over.filter(({ volume }) => volume !== ""));
}

/** False for one that is over. */
async function resumeFetch(app: App, row: FetchRow): Promise<boolean> {
  const { db, log } = app;
  const stored = await db.task.findUnique({ where: { id: row.taskId }, include: { detail: true } });
  const task = stored === null ? null : toTaskDetail(stored);
  const wish = task === null || isTaskOver(task) ? null : wishOf(row);
  // Its owner is gone, the kill came after its end, or nobody can read any more what was asked.
  if (task === null || wish === null) {
    await db.task.updateMany({
      where: { id: row.taskId, finishedAt: null },
      data: { state: "interrupted", finishedAt: new Date() },
    });
    return false;
  }
  const actor = await findActorNow(db, { userId: row.ownerId, tokenId: row.tokenId });
  const storage = app.storageFor(actor ?? visitor);
  const shown = withoutSecrets(wish.url.href);
  const run = fetchRun({ row, wish, shown, storage, actor, log, isResumed: true });
  resumeTask({ db, log }, { task: { ...task, files: 0, total: null }, ownerId: row.ownerId, actor, run });
  return true;
}
