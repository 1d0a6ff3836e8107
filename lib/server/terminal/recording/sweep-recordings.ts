import type { App } from "@/lib/server/runtime/app";
import { recordingFolderIn, type RecordingFolder, type SettledRecording } from "@/lib/server/storage/recording-folder";
import { limits } from "@/lib/server/base/limits";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import { runningRecordings } from "./running-recordings";

const dayMs = 86_400_000;
const mib = 1024 * 1024;
/** Rows at once: others use the database as well. */
const atOnce = 200;

type Parts = Pick<App, "db"> & { folder: RecordingFolder };
type Row = { id: string; sizeBytes: number };

/** Removes recordings that are too old, then the oldest until the rest fits, in bytes and in number; those that go on stay, and count. */
export async function sweepRecordings({ db, env }: Pick<App, "db" | "env">, nowMs = Date.now()): Promise<void> {
  const parts = { db, folder: recordingFolderIn(env.dataDir) };
  const { recordingDays, recordingTotalMb } = terminalSetting.get();
  const oldest = new Date(nowMs - recordingDays * dayMs);
  await removeWhile(parts, { endedAt: { lt: oldest } }, () => true);
  const running = [...runningRecordings.values()].reduce((sum, { read }) => sum + read().sizeBytes, 0);
  const ended = { endedAt: { not: null } };
  const { _sum: sum, _count: count } = await db.recording.aggregate({
    _sum: { sizeBytes: true },
    _count: true,
    where: ended,
  });
  let overBytes = running + (sum.sizeBytes ?? 0) - recordingTotalMb * mib;
  let over = count - limits.recordings;
  await removeWhile(parts, ended, ({ sizeBytes }) => {
    const isTooMuch = overBytes > 0 || over > 0;
    overBytes -= sizeBytes;
    over--;
    return isTooMuch;
  });
}

/** One with its file. The file goes first: a row without one is found by the next start, a file without a row is nobody's to see. */
export async function removeRecording({ db, folder }: Parts, id: string): Promise<void> {
  await folder.remove(id);
  await db.recording.deleteMany({ where: { id } });
}

type Ended = { endedAt: { lt: Date } | { not: null } };

async function removeWhile(parts: Parts, where: Ended, isOver: (row: Row) => boolean): Promise<void> {
  for (;;) {
    const rows = await parts.db.recording.findMany({
      where,
      orderBy: { number: "asc" },
      take: atOnce,
      select: { id: true, sizeBytes: true },
    });
    for (const row of rows) {
      if (!isOver(row)) return;
      await removeRecording(parts, row.id);
    }
    if (rows.length < atOnce) return;
  }
}

/** At start: what a kill has left is ended where it broke off, and what has lost its other half, row or file, goes. */
export async function settleRecordings({ db, env }: Pick<App, "db" | "env">): Promise<void> {
  const folder = recordingFolderIn(env.dataDir);
  const files = new Set(await folder.list());
  const rows = await db.recording.findMany({ select: { id: true, endedAt: true, startedAt: true } });
  for (const { id, endedAt, startedAt } of rows) {
    const isThere = files.delete(id);
    if (isThere && endedAt !== null) continue;
    const settled = isThere ? await folder.settle(id) : null;
    if (settled === null) await db.recording.deleteMany({ where: { id } });
    else await db.recording.update({ where: { id }, data: endOf(settled, startedAt) });
  }
  for (const id of files) await folder.remove(id);
}

function endOf({ sizeBytes, changedAtMs, lastLine }: SettledRecording, startedAt: Date) {
  const lastSeconds = /^\[(\d+(?:\.\d+)?),/.exec(lastLine)?.[1];
  const durationMs = lastSeconds === undefined ? 0 : Math.round(Number(lastSeconds) * 1000);
  const endedAt = new Date(Math.max(changedAtMs, startedAt.getTime()));
  return { sizeBytes, durationMs, endedAt, stopped: "killed" };
}

/** At start, when the data folder may be what does not work: the server starts all the same. */
export async function settleAtStart(app: App): Promise<void> {
  await settleRecordings(app).catch((error: unknown) =>
    app.log.error({ err: error }, "recordings of terminals could not be looked through"),
  );
}
