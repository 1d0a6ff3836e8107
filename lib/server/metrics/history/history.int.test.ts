import { statSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { BusyProcess } from "@/lib/contracts/metrics";
import { minuteMs } from "@/lib/shared/metrics";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { pruneHistory } from "./prune-history";
import { readBehind, readHistory } from "./read-history";
import { packProcesses } from "./processes-of-minute";
import { createRecorder, mostKeys } from "./recorder";

let fixture: DbFixture;
let dir: string;
let db: Db;
const failures: unknown[] = [];
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The beginning of an hour. */
const startMs = Math.floor(1_790_000_000_000 / hourMs) * hourMs;

beforeAll(async () => {
  fixture = await makeDbFixture();
  ({ db, dir } = fixture);
});
afterEach(async () => {
  for (const table of ["MetricMinute", "MetricQuarter", "MetricLayout"])
    await db.$executeRawUnsafe(`DELETE FROM "${table}"`);
  const [failure] = failures.splice(0);
  if (failure !== undefined) throw failure;
});
afterAll(async () => {
  await fixture.close();
});

const makeRecorder = (hasRoom = () => Promise.resolve(true)) =>
  createRecorder({ db, hasRoom, onFailure: (error) => failures.push(error) });

/** Writes readings of every ten seconds. */
async function record(from: number, to: number, figuresAt: (atMs: number) => Record<string, number>): Promise<void> {
  const recorder = makeRecorder();
  for (let atMs = from; atMs < to; atMs += 10_000) {
    recorder.add({ atMs, figures: figuresAt(atMs) });
    if (atMs % (30 * minuteMs) === 0) await recorder.settled();
  }
  await recorder.end();
}

const ask = (from: number, to: number, points = 500) => readHistory(db, { from, to, points }, null, to);

test("keeps averages and highest values of minutes; what is not known is left out", async () => {
  await record(startMs, startMs + 3 * minuteMs, (atMs) => ({
    "cpu/busy": atMs % minuteMs === 0 ? 0.7 : 0.1,
    "core/0/busy": 1,
    ...(atMs < startMs + minuteMs ? { "temperature/a/celsius": -12.5 } : {}),
  }));
  const history = await ask(startMs, startMs + 3 * minuteMs);
  expect([history.from, history.stepMs, history.steps]).toEqual([startMs, minuteMs, 3]);
  expect(Object.keys(history.averages)).toEqual(["cpu/busy", "temperature/a/celsius"]);
  for (const value of history.averages["cpu/busy"] ?? []) expect(value).toBeCloseTo(0.2, 3);
  for (const value of history.highest["cpu/busy"] ?? []) expect(value).toBeCloseTo(0.7, 3);
  expect(history.averages["temperature/a/celsius"]).toEqual([-12.5, null, null]);
  // What is missing for a while needs no layout of its own.
  expect(await db.metricLayout.count()).toBe(1);
});

test("the minute that is not over yet is the last point", async () => {
  const recorder = makeRecorder();
  recorder.add({ atMs: startMs, figures: { "cpu/busy": 0.5 } });
  recorder.add({ atMs: startMs + minuteMs, figures: { "cpu/busy": 0.25 } });
  await recorder.settled();
  const range = { from: startMs, to: startMs + minuteMs + 20_000, points: 500 };
  const history = await readHistory(db, range, recorder.open(), range.to);
  expect(history.averages["cpu/busy"]).toEqual([0.5, 0.25]);
});

test("long ranges get coarser steps of the same average and the same peak, and a stop is a gap", async () => {
  const peakAt = startMs + 40 * minuteMs;
  await record(startMs, startMs + hourMs, (atMs) => ({ "cpu/busy": atMs === peakAt ? 1 : 0.25 }));
  // It was off for half an hour.
  await record(startMs + 90 * minuteMs, startMs + 3 * hourMs, () => ({ "cpu/busy": 0.5 }));
  const fine = await ask(startMs, startMs + 3 * hourMs);
  expect([fine.stepMs, fine.steps]).toEqual([minuteMs, 180]);
  expect(fine.averages["cpu/busy"]?.slice(58, 92)).toEqual([
    0.25,
    0.25,
    ...Array.from({ length: 30 }, () => null),
    0.5,
    0.5,
  ]);
  const coarse = await ask(startMs, startMs + 3 * hourMs, 13);
  expect([coarse.stepMs, coarse.steps]).toEqual([15 * minuteMs, 12]);
  const averages = coarse.averages["cpu/busy"] ?? [];
  expect(averages.map((value) => value && Math.round(value * 1000) / 1000)).toEqual([
    0.25,
    0.25,
    0.258,
    0.25,
    null,
    null,
    ...Array.from({ length: 6 }, () => 0.5),
  ]);
  expect(coarse.highest["cpu/busy"]?.slice(0, 4)).toEqual([0.25, 0.25, 1, 0.25]);
  // The quarters that are over are kept as such; the last one was not put together yet.
  expect((await db.metricQuarter.count()) + 1).toBe(10);
});

test("after a restart the rest is put together, each quarter once", async () => {
  await record(startMs, startMs + 20 * minuteMs, () => ({ "cpu/busy": 0.25 }));
  await record(startMs + 20 * minuteMs, startMs + 62 * minuteMs, () => ({ "cpu/busy": 0.75 }));
  const history = await ask(startMs, startMs + hourMs, 10);
  expect(history.averages["cpu/busy"]).toHaveLength(history.steps);
  const quarters = await db.metricQuarter.findMany({ orderBy: { quarter: "asc" } });
  expect(quarters.map(({ quarter }) => quarter - startMs / (15 * minuteMs))).toEqual([0, 1, 2, 3]);
  const both = await ask(startMs, startMs + 60 * minuteMs, 500);
  expect(both.averages["cpu/busy"]?.every((value) => value !== null)).toBe(true);
});

const process = (name: string, cpu: number, mib: number, container: string | null = null): BusyProcess => ({
  pid: name.length,
  name,
  cpu,
  memoryBytes: mib * 1024 * 1024,
  container,
});

test("knows who was behind a minute, by processor and by memory", async () => {
  const recorder = makeRecorder();
  const all = [
    process("ffmpeg", 1.5, 200, "3f2a".repeat(16)),
    process("postgres", 0.1, 4000),
    process("bash", 0, 4),
    process("cc1plus", 0.9, 300),
    process("make", 0.3, 5),
    process("sshd", 0.01, 6),
  ];
  for (const seconds of [0, 10, 20, 30]) {
    recorder.add({ atMs: startMs + seconds * 1000, figures: { "cpu/busy": 0.9 } });
    recorder.addProcesses(startMs + seconds * 1000, seconds < 20 ? all : all.slice(1));
  }
  recorder.add({ atMs: startMs + minuteMs, figures: { "cpu/busy": 0.1 } });
  recorder.addProcesses(startMs + minuteMs, [process("rsync", 0.2, 20)]);
  await recorder.settled();
  const behind = (from: number, to: number) => readBehind(db, { from, to }, recorder.open());
  const { processes } = await behind(startMs, startMs + minuteMs);
  expect(processes.map(({ name }) => name)).toEqual(["cc1plus", "ffmpeg", "make", "postgres"]);
  expect(processes[1]).toMatchObject({ cpu: 0.75, container: "3f2a3f2a3f2a", memoryBytes: 200 * 1024 * 1024 });
  expect((await behind(startMs + minuteMs, startMs + 2 * minuteMs)).processes.map(({ name }) => name)).toEqual([
    "rsync",
  ]);
  expect((await behind(startMs - hourMs, startMs)).processes).toEqual([]);
});

test("where there is no room nothing is written, and nothing stops", async () => {
  const recorder = makeRecorder(() => Promise.resolve(false));
  for (const minute of [0, 1, 2]) recorder.add({ atMs: startMs + minute * minuteMs, figures: { "cpu/busy": 0.5 } });
  await recorder.end();
  expect(await db.metricMinute.count()).toBe(0);
});

test("a failure is told once, until it works again", async () => {
  let works = false;
  const recorder = makeRecorder(() => (works ? Promise.resolve(true) : Promise.reject(new Error("no such disk"))));
  const minutes = async (from: number, to: number) => {
    for (let minute = from; minute < to; minute++)
      recorder.add({ atMs: startMs + minute * minuteMs, figures: { "cpu/busy": 0.5 } });
    await recorder.settled();
  };
  await minutes(0, 4);
  expect(failures.splice(0)).toHaveLength(1);
  works = true;
  await minutes(4, 6);
  works = false;
  await minutes(6, 8);
  expect(failures.splice(0)).toHaveLength(1);
  expect(await db.metricMinute.count()).toBe(2);
});

test("30 days of a large machine take less than 50 MB, answer in at most 500 points, and end", async () => {
  const minutes = 30 * 1440;
  const nowMs = startMs + 30 * dayMs;
  const keys = Array.from({ length: mostKeys + 20 }, (_, index) => `disk/sd${index}/read`);
  const recorder = makeRecorder();
  recorder.add({ atMs: startMs - 31 * dayMs, figures: Object.fromEntries(keys.map((key, index) => [key, index])) });
  await recorder.end();
  const old = await db.metricMinute.findFirstOrThrow();
  const someone = packProcesses(
    Array.from({ length: 6 }, (_, index) => ({
      ...process("a-name-of-24-characters!", 12.345, 123_456, "3f2a".repeat(16)),
      pid: 4_000_000 + index,
    })),
  );
  const fill = (table: string, extra: string, [first, count]: [number, number]) =>
    db.$executeRawUnsafe(`INSERT INTO "${table}" WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + count - 1})
      SELECT i, ${old.layoutId}, (SELECT "figures" FROM "MetricMinute" LIMIT 1)${extra} FROM n`);
  await fill("MetricMinute", `, '${someone}'`, [startMs / minuteMs, minutes]);
  await fill("MetricQuarter", "", [startMs / minuteMs / 15, minutes / 15]);
  await db.$queryRawUnsafe("PRAGMA wal_checkpoint(TRUNCATE)");
  const megabytes = statSync(path.join(dir, "filedeck.db")).size / 1e6;
  expect(megabytes).toBeGreaterThan(30);
  expect(megabytes).toBeLessThan(50);

  for (const days of [1 / 24, 1, 7, 30]) {
    const history = await readHistory(db, { from: nowMs - days * dayMs, to: nowMs, points: 500 }, null, nowMs);
    expect(history.steps).toBeLessThanOrEqual(500);
    expect(history.steps).toBeGreaterThan(50);
    expect(history.averages["disk/sd149/read"]?.every((value) => value === 149)).toBe(true);
  }
  // One minute too old, and one of a clock that was a year ahead.
  await db.metricMinute.create({
    data: { minute: nowMs / minuteMs + 525_600, layoutId: 0, figures: new Uint8Array() },
  });
  expect(await pruneHistory(db, nowMs)).toBe(2);
  expect(await pruneHistory(db, nowMs + 40 * dayMs)).toBe(minutes);
  expect([await db.metricMinute.count(), await db.metricQuarter.count(), await db.metricLayout.count()]).toEqual([
    0, 0, 0,
  ]);
});

test("a long time is read in turns with others, and is the same", async () => {
  await record(startMs, startMs + 2 * minuteMs, () => ({ "cpu/busy": 0.5 }));
  await db.metricMinute.update({ where: { minute: startMs / minuteMs }, data: { processes: packProcesses([]) } });
  await db.$executeRawUnsafe(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
    INSERT OR IGNORE INTO "MetricMinute" ("minute", "layoutId", "figures", "processes")
    SELECT "minute" + i, "layoutId", "figures", "processes" FROM "MetricMinute", n WHERE "minute" = ${startMs / minuteMs}`);
  const statements: string[] = [];
  const watched = db.$extends({
    query: {
      metricMinute: {
        findMany: ({ args, query }) => {
          statements.push(JSON.stringify(args.where?.minute));
          return query(args);
        },
      },
    },
  }) as unknown as Db; // asks as it does
  const to = startMs + 2_000 * minuteMs;
  const { averages, steps } = await readHistory(watched, { from: startMs, to, points: 2_001 }, null, to);
  expect(averages["cpu/busy"]).toHaveLength(steps);
  expect(new Set(averages["cpu/busy"])).toEqual(new Set([averages["cpu/busy"]?.[0]]));
  expect(statements.length).toBeGreaterThan(7);
  statements.splice(0);
  await readBehind(watched, { from: startMs, to }, null);
  expect(statements.length).toBeGreaterThan(7);
});
