import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { health } from "@/lib/server/about/describe-server";
import { failureReply } from "@/lib/server/http/answer";
import { assertWritable } from "./assert-writable";
import { makeDbFixture, type DbFixture } from "./db-fixture";
import { openDb } from "./open-db";

let fixture: DbFixture;

beforeEach(async () => {
  fixture = await makeDbFixture();
});
afterEach(() => fixture.close());

/** Another process has the write lock, has written and commits when it is told. */
async function hold({ dir }: DbFixture) {
  const script = `
    const Database = require("libsql");
    const db = new Database(process.argv[1], { timeout: 5000 });
    db.exec("BEGIN IMMEDIATE");
    db.exec("INSERT INTO Setting (key, value) VALUES ('other' || random(), '1')");
    console.log("held");
    process.stdin.once("data", () => { db.exec("COMMIT"); process.exit(); });`;
  const child = spawn(process.execPath, ["-e", script, path.join(dir, "filedeck.db")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  return async () => {
    child.stdin.write("go");
    await once(child, "exit");
  };
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const one = (key: string) => ({ data: { key, value: 1 } });

/** What another connection sees: what is written and not committed is none of it. */
async function seenByOthers(): Promise<string[]> {
  const other = openDb(path.join(fixture.dir, "filedeck.db"));
  try {
    const rows = await other.setting.findMany({ where: { NOT: { key: { startsWith: "other" } } } });
    return rows.map(({ key }) => key).toSorted();
  } finally {
    await other.$disconnect();
  }
}

for (const heldMs of [1_500, 3_000])
  test(`writes wait for a lock of ${heldMs} ms, alone and in transactions, and nobody else does`, async () => {
    const { db } = fixture;
    await db.setting.create(one("before"));
    const release = await hold(fixture);
    const writes = [
      ...["a", "b", "c"].map((key) => db.setting.create(one(key))),
      db.$transaction([db.setting.create(one("d")), db.setting.create(one("e"))]),
      db.$transaction(async (tx) => {
        await tx.setting.count();
        await tx.setting.create(one("f"));
      }),
      db.setting.updateMany({ where: { key: "before" }, data: { value: 2 } }),
    ];
    const before = { isOver: false };
    const settled = Promise.allSettled(writes).finally(() => (before.isOver = true));
    const until = performance.now() + heldMs;
    let reads = 0;
    while (performance.now() < until) {
      expect(await db.setting.count()).toBe(1);
      reads++;
      await pause(20);
    }
    // Who reads had many turns while all that write were waiting.
    expect([reads > 10, before.isOver]).toEqual([true, false]);
    await release();
    expect((await settled).map(({ status }) => status)).toEqual(Array(6).fill("fulfilled"));
    await db.setting.create(one("g"));
    expect(await seenByOthers()).toEqual(["a", "b", "before", "c", "d", "e", "f", "g"]);
    expect(await db.setting.findUnique({ where: { key: "before" } })).toMatchObject({ value: 2 });
  });

test("what waits for too long is refused by name, health says so, and all is well when the lock is gone", async () => {
  const { db } = fixture;
  await expect(assertWritable(db)).resolves.toBeUndefined();
  const release = await hold(fixture);
  const writes = [
    ...Array.from({ length: 20 }, (_, index) => db.setting.create(one(`w${index}`))),
    db.$transaction([db.setting.create(one("t1")), db.setting.create(one("t2"))]),
  ];
  const results = await Promise.allSettled(writes);
  expect(results.map(({ status }) => status)).toEqual(Array(21).fill("rejected"));
  for (const result of results) {
    if (result.status === "fulfilled") continue;
    const { status, body } = failureReply(result.reason, { requestId: "", log: pino({ level: "silent" }) });
    expect({ status, error: JSON.parse(body).error }).toEqual({ status: 503, error: "server/database-busy" });
  }
  // Whoever comes now does not wait as long again: bench/verdicts/turns.ts.
  await expect(db.setting.create(one("late"))).rejects.toThrow(/timed out|locked|busy/);
  expect(await db.setting.count()).toBe(0);
  await expect(assertWritable(db)).rejects.toThrow(/timed out|locked|busy/);
  // @ts-expect-error only the database is asked
  await expect(health({}, { db })).rejects.toThrow(/timed out|locked|busy/);

  await release();
  const again = ["x", "y", "z"].map((key) => db.setting.create(one(key)));
  await Promise.all([...again, db.$transaction([db.setting.create(one("t3"))])]);
  expect(await seenByOthers()).toEqual(["t3", "x", "y", "z"]);
  // Others can write, too: nothing of ours holds the lock.
  await (
    await hold(fixture)
  )();
  await db.setting.create(one("last"));
  expect(await seenByOthers()).toEqual(["last", "t3", "x", "y", "z"]);
});
