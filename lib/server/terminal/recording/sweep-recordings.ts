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

/**
 * Removes recordings that are too old, then until the rest fits, in bytes and in number, the oldest of whoever has most: nobody's flood takes away what others
 * did. Those that go on stay, and count.
 */
export async function sweepRecordings({ db, env }: Pick<App, "db" | "env">, nowMs = Date.now()): Promise<void> {
  const parts = { db, folder: recordingFolderIn(env.dataDir) };
  const { recordingDays, recordingTotalMb } = terminalSetting.get();
  const oldest = new Date(nowMs - recordingDays * dayMs);
  await removeOld(parts, oldest);
  const running = [...runningRecordings.values()].reduce((sum, { read }) => sum + read().sizeBytes, 0);
  const groups = await db.recording.groupBy({
    by: ["userId"],
    where: { endedAt: { not: null } },
    _sum: { sizeBytes: true },
    _count: true,
  });
  const held = groups.map(({ userId, _sum: sum, _count: count }) => ({ userId, bytes: sum.sizeBytes ?? 0, count }));
  const total = (of: "bytes" | "count") => held.reduce((sum, one) => sum + one[of], 0);
  const over = { bytes: running + total("bytes") - recordingTotalMb * mib, count: total("count") - limits.recordings };
  await removeOfLargest(parts, held, over);
}

/** One with its file. The file goes first: a row without one is found by the next start, a file without a row is nobody's to see. */
export async function removeRecording({ db, folder }: Parts, id: string): Promise<void> {
  await folder.remove(id);
  await db.recording.deleteMany({ where: { id } });
}

async function removeOld(parts: Parts, oldest: Date): Promise<void> {
  for (;;) {
    const rows = await findOldest(parts, { endedAt: { lt: oldest } });
    for (const row of rows) await removeRecording(parts, row.id);
    if (rows.length < atOnce) return;
  }
}

type Sums = { bytes: number; count: number };

async function removeOfLargest(parts: Parts, held: (Sums & { userId: string })[], over: Sums): Promise<void> {
  let left = held;
  while (over.bytes > 0 || over.count > 0) {
    const of = over.bytes > 0 ? "bytes" : "count";
    const [most, next] = left.toSorted((one, other) => other[of] - one[of]);
    if (most === undefined) return;
    const rows = await findOldest(parts, { userId: most.userId, endedAt: { not: null } });
    if (rows.length === 0) left = left.filter((one) => one !== most);
    for (const { id, sizeBytes } of rows) {
      if (over[of] <= 0 || most[of] < (next?.[of] ?? 0)) break;
      await removeRecording(parts, id);
      for (const sums of [most, over]) {
        sums.bytes -= sizeBytes;
        sums.count--;
      }
    }
  }
}

function findOldest({ db }: Parts, where: { userId?: string; endedAt: { lt: Date } | { not: null } }): Promise<Row[]> {
  return db.recording.findMany({
    where,
    orderBy: { number: "asc" },
    take: atOnce,
    select: { id: true, sizeBytes: true },
  });
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
