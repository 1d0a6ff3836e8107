import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openNewDb } from "./made-once-fixture";
import type { Db } from "./open-db";

export type DbFixture = {
  db: Db;
  /** A temporary folder with the database and nothing else. */
  dir: string;
  close: () => Promise<void>;
};

/** For tests: a new database of their own. */
export async function makeDbFixture(): Promise<DbFixture> {
  const dir = mkdtempSync(path.join(tmpdir(), "filedeck-db-"));
  const db = await openNewDb(path.join(dir, "filedeck.db"));
  return {
    db,
    dir,
    async close() {
      await db.$disconnect();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
