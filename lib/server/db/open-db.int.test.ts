import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openNewDb } from "./made-once-fixture";
import type { Db } from "./open-db";
import { openDescriptors } from "@/lib/server/storage/conformance/open-descriptors";

let dir: string;
let db: Db;

beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-open-"));
  db = await openNewDb(path.join(dir, "filedeck.db"));
  const user = { passwordHash: "", grants: {}, preferences: {} };
  await db.user.create({ data: { ...user, id: "mia", username: "mia" } });
  const session = { userId: "mia", tokenHash: "", address: "", agent: "", expiresAt: new Date() };
  await db.session.create({ data: { ...session, id: "one" } });
});
afterAll(async () => {
  await db.$disconnect();
  rmSync(dir, { recursive: true, force: true });
});

const openFiles = () => openDescriptors(dir);

/** What every request of a session does now and then: two tables at once, so in a transaction. */
const touch = (id = "one") =>
  db.session.update({ where: { id }, data: { lastSeenAt: new Date(), user: { update: { lastSeenAt: new Date() } } } });

it("opens no file for a transaction, whether it succeeds, fails or waits for others", async () => {
  await touch();
  const before = openFiles();
  for (let calls = 0; calls < 200; calls++) await touch();
  for (let calls = 0; calls < 50; calls++) await expect(touch("none")).rejects.toThrow("not found");
  await Promise.all(Array.from({ length: 100 }, () => touch()));
  expect(openFiles() - before).toBeLessThanOrEqual(8);
});

it("asks for foreign keys on every connection", async () => {
  const orphan = { userId: "nobody", tokenHash: "", address: "", agent: "", expiresAt: new Date() };
  const tries = Array.from({ length: 10 }, (_, index) => db.session.create({ data: { ...orphan, id: `o${index}` } }));
  const results = await Promise.allSettled([...tries, touch(), touch()]);
  expect(results.map(({ status }) => status)).toEqual([...Array(10).fill("rejected"), "fulfilled", "fulfilled"]);
});
