import { existsSync, openSync, closeSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import pino from "pino";
import { failureReply } from "@/lib/server/http/answer";
import { tryTmpfs } from "@/lib/server/storage/conformance/mounts";
import { createBallast } from "./ballast";
import { migrate } from "./migrate";
import { openDb, type Db } from "./open-db";

async function onTmpfs(skip: (reason: string) => void) {
  const mount = tryTmpfs("64m");
  if ("reason" in mount) {
    console.warn(mount.reason);
    skip(mount.reason);
    throw new Error("unreachable: skip throws");
  }
  // The driver may hold its descriptors until they are collected.
  onTestFinished(() => mount.run("umount", "--lazy", mount.path));
  const file = path.join(mount.path, "filedeck.db");
  await migrate(file, "prisma/migrations");
  const ballast = createBallast(mount.path);
  const asked: boolean[] = [];
  const db = openDb(file, () => {
    asked.push(ballast.release());
    return asked.at(-1) === true;
  });
  onTestFinished(() => db.$disconnect());
  return { ballast, db, asked, dir: mount.path, ballastFile: path.join(mount.path, "ballast") };
}

/** Takes what is left, to the last byte. */
function fillUp(dir: string): void {
  const fd = openSync(path.join(dir, "filler"), "a");
  const write = () => {
    for (;;) writeSync(fd, Buffer.alloc(4_096));
  };
  expect(write).toThrow(/ENOSPC/);
  closeSync(fd);
}

const big = (key: string) => ({ data: { key, value: "x".repeat(100_000) } });

/** Until the pages that the database has already are used up. */
async function failWriting(db: Db): Promise<unknown> {
  for (let index = 0; index < 200; index++) {
    const error = await db.setting.create(big(`fail${index}`)).then(
      () => null,
      (failure: unknown) => failure,
    );
    if (error !== null) return error;
  }
  return null;
}

test("a full volume: the ballast goes and what was to be written is written, also within a transaction's second try", async ({
  skip,
}) => {
  const { ballast, db, asked, dir, ballastFile } = await onTmpfs(skip);
  await ballast.refill();
  expect(statSync(ballastFile)).toMatchObject({ size: 1024 * 1024, mode: 0o100600 });
  fillUp(dir);
  for (const key of ["a", "b", "c"]) await db.setting.create(big(key));
  expect(asked).toEqual([true]);
  expect(existsSync(ballastFile)).toBe(false);
  expect(await db.setting.count()).toBe(3);

  // Not made anew while there is no room, and again when there is.
  await ballast.refill();
  expect(existsSync(ballastFile)).toBe(false);
  rmSync(path.join(dir, "filler"));
  await ballast.refill();
  expect(statSync(ballastFile).size).toBe(1024 * 1024);
  fillUp(dir);
  const inTransaction = () => db.$transaction(["d", "e", "f", "g"].map((key) => db.setting.create(big(key))));
  await inTransaction().catch(inTransaction);
  expect(await db.setting.count()).toBe(7);
});

test("without ballast the answer is 507 and says what is full", async ({ skip }) => {
  const { db, asked, dir } = await onTmpfs(skip);
  fillUp(dir);
  const error = await failWriting(db);
  expect(asked).toEqual([false]);
  const { status, body } = failureReply(error, { requestId: "", log: pino({ level: "silent" }) });
  expect(status).toBe(507);
  expect(JSON.parse(body)).toMatchObject({ error: "server/full" });
  // Reading goes on.
  expect(await db.setting.count()).toBeGreaterThanOrEqual(0);
});

test("a start on a full volume gives the ballast up before the database is opened", async ({ skip }) => {
  const { ballast, dir, ballastFile } = await onTmpfs(skip);
  await ballast.refill();
  ballast.releaseIfScarce();
  expect(existsSync(ballastFile)).toBe(true);
  fillUp(dir);
  ballast.releaseIfScarce();
  expect(existsSync(ballastFile)).toBe(false);
  writeFileSync(path.join(dir, "room"), Buffer.alloc(400_000));
});
