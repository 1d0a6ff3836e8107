import { setImmediate as turn } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import pino from "pino";
import { countTurns } from "@/lib/server/base/turns-fixture";
import { encodePath } from "@/lib/shared/paths";
import { makeDbFixture, type DbFixture } from "@/lib/server/db/db-fixture";
import { followFile } from "./follow-file";
import { followMoves } from "./follow-moves";

let fixture: DbFixture;
const log = pino({ level: "silent" });

beforeEach(async () => {
  fixture = await makeDbFixture();
});
afterEach(() => fixture.close());

const count = 40_000;

async function seed() {
  const { db } = fixture;
  await db.$executeRaw`
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO "Trash" ("id", "ownerId", "ownerName", "path", "hostPath", "folder", "kind", "sizeBytes", "state", "deletedAt", "versionOf", "versionFile")
    SELECT 'v' || i, 'mia', 'mia', 'p', 'p', 'f' || i, 'file', 10.0, 'there', '2026-01-01T00:00:00.000+00:00', '/d/a/' || (i % 100) || '/f' || i, 'file' || i FROM n`;
}

const below = (place: string) => {
  const at = encodePath(place);
  return fixture.db.trash.count({ where: { versionOf: { gt: `${at}/`, lt: `${at}0` } } });
};
const move = (fromPlace: string, toPlace: string) => followMoves([{ fromPlace, toPlace }], { db: fixture.db, log });

test("versions of a large folder follow it without keeping others waiting", async () => {
  await seed();
  const { turns } = await countTurns(() => move("/d/a", "/d/b"));
  // In parts of two thousand.
  expect(turns).toBeGreaterThan(10);
  expect([await below("/d/a"), await below("/d/b")]).toEqual([0, count]);
});

test("what happens to a folder while its versions follow it, comes after that", async () => {
  await seed();
  const { db } = fixture;
  const first = move("/d/a", "/d/b");
  await turn();
  // A file that is made at the old place has versions of its own.
  while ((await below("/d/b")) === 0) await turn();
  const row = await db.trash.findFirstOrThrow({ where: { versionOf: { startsWith: "/d/a/" } } });
  await db.trash.create({ data: { ...row, id: "new", versionOf: "/d/a/99/new", versionFile: "new" } });
  // Saved at its new place before its versions are there.
  const file = { origin: "/d/b/99/f39999", was: "file39999", is: "saved", stamp: "", bornMs: null };
  const saved = followFile(file, { db, log }, []);
  const second = move("/d/b", "/d/c");
  await Promise.all([first, saved, second]);
  expect([await below("/d/a"), await below("/d/b"), await below("/d/c")]).toEqual([1, 0, count]);
  expect(await db.trash.findUnique({ where: { id: "v39999" } })).toMatchObject({
    versionOf: "/d/c/99/f39999",
    versionFile: "saved",
  });
});
