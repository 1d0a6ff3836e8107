import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import pino from "pino";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import { forgetKept } from "@/lib/server/entries/kept/follow-entries";
import { noGrants } from "@/lib/server/session/grants";
import type { Placed } from "@/lib/server/storage/placed";
import { createFollower } from "./follower";
import { followMoves, followNow } from "./follow-moves";

let fixture: DbFixture;
const log = pino({ level: "silent" });
beforeEach(async () => {
  fixture = await makeDbFixture();
  const rest = { passwordHash: "", grants: noGrants, preferences: {} };
  await fixture.db.user.create({ data: { id: "mia", username: "mia", ...rest } });
});
afterEach(() => fixture.close());

const parts = () => ({ db: fixture.db, log });
const move = (fromPlace: string, toPlace: string) => followMoves([{ fromPlace, toPlace }], parts());

async function keepVersionsIn(folder: string, count: number): Promise<void> {
  await fixture.db.$executeRaw`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO "Trash" ("id", "ownerId", "ownerName", "path", "hostPath", "folder", "kind", "sizeBytes", "state", "deletedAt", "versionOf", "versionFile")
    SELECT 'v' || i, 'mia', 'mia', 'p', 'p', 'f' || i, 'file', 10.0, 'there', '2026-01-01T00:00:00.000+00:00', ${folder} || '/f' || i, 'file' || i FROM n`;
}

async function keepPropertiesIn(folder: string, count: number, text = "important ".repeat(400)): Promise<void> {
  const values = [{ namespace: "urn:x", name: "a", xml: text }];
  const rows = Array.from({ length: count }, (_, index) => ({ folder, name: `f${index}` }));
  const common = { ownerId: "mia", values, updatedAt: new Date() };
  await fixture.db.davProperty.createMany({ data: rows.map((row) => ({ ...row, ...common })) });
}

const versionsIn = (folder: string) => fixture.db.trash.count({ where: { versionOf: { startsWith: `${folder}/` } } });
const propertiesIn = (folder: string) => fixture.db.davProperty.count({ where: { folder } });
const all = <T>(count: (folder: string) => Promise<T>, ...folders: string[]) => Promise.all(folders.map(count));

test("versions and properties of a folder that is renamed three times in a row are where it is", async () => {
  await keepVersionsIn("/d/big", 8_000);
  await keepPropertiesIn("/d/big", 2_000);
  const moves = [move("/d/big", "/d/b1")];
  await wait(40);
  moves.push(move("/d/b1", "/d/b2"));
  await wait(5);
  moves.push(move("/d/b2", "/d/b3"), move("/d/b3", "/d/b4"));
  await Promise.all(moves);
  expect(await all(versionsIn, "/d/big", "/d/b1", "/d/b2", "/d/b3", "/d/b4")).toEqual([0, 0, 0, 0, 8_000]);
  expect(await all(propertiesIn, "/d/big", "/d/b1", "/d/b2", "/d/b3", "/d/b4")).toEqual([0, 0, 0, 0, 2_000]);
});

test("what takes the name of a folder whose properties are on their way deletes none of them", async () => {
  await keepPropertiesIn("/d/p", 2_000);
  await keepPropertiesIn("/d/n", 1);
  const first = move("/d/p", "/d/p1");
  await wait(60);
  await Promise.all([first, move("/d/n", "/d/p")]);
  expect(await all(propertiesIn, "/d/p", "/d/p1", "/d/n")).toEqual([1, 2_000, 0]);
});

test("nor does what is gone for good by that name, and what comes after that keeps its own", async () => {
  await keepPropertiesIn("/d/p", 2_000);
  const moved = move("/d/p", "/d/p1");
  await wait(20);
  const gone = forgetKept(["/d/p"], parts());
  await Promise.all([moved, gone]);
  expect(await all(propertiesIn, "/d/p", "/d/p1")).toEqual([0, 2_000]);
  await keepPropertiesIn("/d/n", 1);
  const forgotten = forgetKept(["/d/p1"], parts());
  await wait(20);
  await Promise.all([forgotten, move("/d/n", "/d/p1")]);
  expect(await all(propertiesIn, "/d/p1", "/d/n")).toEqual([1, 0]);
});

test("what a task has moved goes on before another takes its name, also while the task gathers more", async () => {
  await keepVersionsIn("/d/p", 300);
  await keepPropertiesIn("/d/p", 300);
  await keepPropertiesIn("/d/n", 1);
  const follower = createFollower(parts(), (batch) => followNow(batch, parts()));
  await follower.onPlaced({ fromPlace: "/d/p", toPlace: "/e/p" });
  const other = move("/d/n", "/d/p");
  // The next one of the task has to do with that one.
  await follower.onPlaced({ fromPlace: "/d/p", toPlace: "/e/q" });
  await Promise.all([other, follower.end()]);
  expect(await all(propertiesIn, "/d/p", "/d/n", "/e/p", "/e/q")).toEqual([0, 0, 300, 1]);
  expect(await all(versionsIn, "/d/p", "/e/p", "/e/q")).toEqual([0, 300, 0]);
});

test("two merges of 10,000 files each, at the same time and into the same tree, come to their end", async () => {
  await keepPropertiesIn("/a/0", 5, "few");
  const merge = async (from: string) => {
    const follower = createFollower(parts(), (batch) => followNow(batch, parts()));
    for (let index = 0; index < 10_000; index++) {
      const name = `${index % 10}/f${index}`;
      const placed: Placed = { fromPlace: `/${from}/${name}`, toPlace: `/t/${from}/${name}` };
      await follower.onPlaced(placed);
    }
    await follower.end();
  };
  await Promise.all([merge("a"), merge("b"), move("/t/a/9/f9", "/t/else")]);
  expect(await all(propertiesIn, "/a/0", "/t/a/0")).toEqual([4, 1]);
});
