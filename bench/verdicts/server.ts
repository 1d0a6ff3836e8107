// What the server does in one go, on a real disk and a real database.
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import pino from "pino";
import { extractSample } from "@/e2e/support/extract-sample";
import type { AlertRule } from "@/lib/contracts/alert";
import { createAlertStore, pendingSetting } from "@/lib/server/alert/alert-store";
import { createAlertEngine } from "@/lib/server/alert/engine";
import { loadLocks, locksOver } from "@/lib/server/dav/locks";
import { makeDbFixture } from "@/lib/server/db/db-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { findKeptBelow } from "@/lib/server/entries/kept/kept-properties";
import { createRecorder, mostKeys } from "@/lib/server/metrics/history/recorder";
import { readHistory } from "@/lib/server/metrics/history/read-history";
import { noGrants } from "@/lib/server/session/grants";
import { at, treeOptions } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { hasSameBytes } from "@/lib/server/storage/local/write/same-bytes";
import { createFollower } from "@/lib/server/trash/follower";
import { followNow } from "@/lib/server/trash/follow-moves";
import { minuteMs } from "@/lib/shared/metrics";
import { paxRecord, tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { takes, type Verdict } from "../support/verdict";

const log = pino({ level: "silent" });

/** The same with a database, or a disk, of its own, which is there for as long as it is measured. */
function onDb(name: string, most: number, prepare: (db: Db) => Promise<() => unknown>): Verdict {
  return {
    name,
    unit: "ms",
    most,
    measure: async () => {
      const { db, close } = await makeDbFixture();
      try {
        return await takes(name, await prepare(db), { most }).measure();
      } finally {
        await close();
      }
    },
  };
}
function onDisk(name: string, most: number, prepare: (fixture: LocalFixture) => Promise<() => unknown>): Verdict {
  return {
    name,
    unit: "ms",
    most,
    measure: async () => {
      const fixture = await makeLocalFixture();
      try {
        return await takes(name, await prepare(fixture), { most }).measure();
      } finally {
        await fixture.close();
      }
    },
  };
}

async function lockAll(): Promise<void> {
  const rows = Array.from({ length: 5_000 }, (_, index) => ({
    token: `${index}`,
    userId: "u",
    place: `/srv/held/${index}`,
    isDeep: true,
    isShared: false,
    owner: "",
    expiresAt: new Date(Date.now() + 3_600_000),
  }));
  const davLock = { deleteMany: () => Promise.resolve(), findMany: () => Promise.resolve(rows) };
  await loadLocks({ davLock } as unknown as Db); // asked for nothing else
}

/** A tar whose only file says that so many pieces are where it has its bytes. */
function tarOfPieces(count: string): Uint8Array {
  const records = [
    ["GNU.sparse.major", "1"],
    ["GNU.sparse.minor", "0"],
    ["GNU.sparse.realsize", "1000"],
  ] as const;
  const pax = Buffer.concat(records.map(([key, value]) => paxRecord(key, Buffer.from(value))));
  const content = Buffer.from(`${count}\n0\n`);
  const file = (name: string, type: string, bytes: Uint8Array) => [
    tarHeader({ name, sizeBytes: bytes.length, mtimeMs: 0, type }),
    bytes,
    new Uint8Array(tarPadding(bytes.length)),
  ];
  return Buffer.concat([...file("pax", "x", pax), ...file("x", "0", content), new Uint8Array(2 * tarBlockBytes)]);
}

const rule: AlertRule = {
  id: "space",
  metric: "space",
  subject: null,
  comparison: "above",
  threshold: 0.99,
  for_seconds: 0,
  is_enabled: true,
  importance: "critical",
  repeat_minutes: 0,
  quiet: null,
  role_ids: [],
  user_ids: [],
  ways: ["list"],
  webhook_ids: null,
};

/** 30 days of every figure there may be; `ask` reads so many of them. */
async function fillHistory(db: Db): Promise<(days: number) => Promise<unknown>> {
  const [minutes, hourMs] = [30 * 1_440, 60 * minuteMs];
  const startMs = Math.floor(1_790_000_000_000 / hourMs) * hourMs;
  const keys = Array.from({ length: mostKeys }, (_, index) => `disk/sd${index}/read`);
  const recorder = createRecorder({ db, hasRoom: () => Promise.resolve(true), onFailure: console.error });
  const figures = Object.fromEntries(keys.map((key, index) => [key, index]));
  recorder.add({ atMs: startMs - 31 * 24 * hourMs, figures });
  await recorder.end();
  for (const [table, first, count, more] of [
    ["MetricMinute", startMs / minuteMs, minutes, ", NULL"],
    ["MetricQuarter", startMs / minuteMs / 15, minutes / 15, ""],
  ] as const)
    await db.$executeRawUnsafe(`INSERT INTO "${table}"
      WITH RECURSIVE n(i) AS (SELECT ${first} UNION ALL SELECT i + 1 FROM n WHERE i < ${first + count - 1})
      SELECT i, (SELECT "layoutId" FROM "MetricMinute" LIMIT 1), (SELECT "figures" FROM "MetricMinute" LIMIT 1)${more} FROM n`);
  const nowMs = startMs + minutes * minuteMs;
  return (days) => readHistory(db, { from: nowMs - days * 24 * hourMs, to: nowMs, points: 500 }, null, nowMs);
}

export const serverVerdicts = [
  takes(
    "WebDAV: a listing of 100,000 under 5,000 locks",
    () => {
      for (let index = 0; index < 100_000; index++) locksOver(`/srv/many/entry ${index}`);
    },
    { most: 40 },
  ),
  onDisk("tar: a map of a million pieces that is not there", 40, async (fixture) => {
    const tars = ["999999999", "1000000", "x", "9".repeat(40)].map(tarOfPieces);
    return async () => {
      for (const bytes of tars) await extractSample(fixture, { name: "million.tar", bytes });
    };
  }),
  onDisk("a sparse file of 10 GB, copied and compared", 60, async ({ root, storage }) => {
    const [size, block] = [10 * 1024 ** 3 + 5, Buffer.alloc(65_536, "data")];
    const fd = openSync(`${root}/image`, "w+");
    ftruncateSync(fd, size);
    for (const place of [0, 1_048_576, 5 * 1024 ** 3 - 7, size - block.length - 1])
      writeSync(fd, block, 0, block.length, place);
    const signal = new AbortController().signal;
    let round = 0;
    return async () => {
      const folder = `to${round++}`;
      await storage.createFolder(at(folder));
      await storage.copy(at("image"), at(folder), treeOptions());
      const copy = openSync(`${root}/${folder}/image`, "r");
      if (!(await hasSameBytes([fd, copy], { sizeBytes: size, signal }))) throw new Error("not the same");
      closeSync(copy);
    };
  }),
  ...[1 / 24, 1, 7, 30].map((days) =>
    onDb(`history of a large machine: ${days < 1 ? "an hour" : `${days} days`}`, 100, async (db) => {
      const ask = await fillHistory(db);
      return () => ask(days);
    }),
  ),
  onDb("properties: the first below a folder of 200,000", 3, async (db) => {
    const rest = { passwordHash: "", grants: noGrants, preferences: {} };
    await db.user.create({ data: { id: "mia", username: "mia", ...rest } });
    await db.$executeRaw`
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
      INSERT INTO "DavProperty" ("folder", "name", "ownerId", "values", "updatedAt")
      SELECT '/srv/many/' || (i % 100), i, 'mia', '[]', '2026-01-01T00:00:00.000+00:00' FROM n`;
    return () => findKeptBelow(db, "/srv/many");
  }),
  onDb("two merges of 10,000 files each at once", 250, async (db) => {
    const merge = async (from: string) => {
      const follower = createFollower({ db }, (batch) => followNow(batch, { db, log }));
      for (let index = 0; index < 10_000; index++) {
        const name = `${index % 10}/f${index}`;
        await follower.onPlaced({ fromPlace: `/${from}/${name}`, toPlace: `/t/${from}/${name}` });
      }
      await follower.end();
    };
    return () => Promise.all([merge("a"), merge("b")]);
  }),
  onDb("alerts: one look at a hundred rules over fifty disks", 1, async (db) => {
    await pendingSetting.load(db);
    const store = createAlertStore(db, console.error);
    const engine = createAlertEngine({ store, announce: () => {}, onChanged: () => {} });
    const noonMs = new Date(2026, 4, 5, 12).getTime();
    engine.setRules(
      Array.from({ length: 100 }, (_, index) => ({ ...rule, id: `r${index}` })),
      noonMs,
    );
    const space = new Map(Array.from({ length: 50 }, (_, index) => [`/srv/${index}`, 0.5]));
    let round = 0;
    return () => engine.evaluate(new Map([["space", space]]), noonMs + round++ * 10_000);
  }),
];
await lockAll();
