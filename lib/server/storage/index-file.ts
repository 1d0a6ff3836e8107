import { rmSync } from "node:fs";
import Database from "libsql";
import { isWithin } from "@/lib/shared/paths";

/** Where the names of folders are kept for searches, and the folders (place ids) whose names it may keep. */
export type IndexPlace = {
  file: string;
  folders: readonly string[];
  /** How long a folder must have stood still: a change too soon after another one leaves the same time behind (git's "racy"). */
  settledMs: number;
};

const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 200;
  CREATE TABLE IF NOT EXISTS folder (path TEXT PRIMARY KEY, stamp TEXT, folders TEXT, others TEXT, folded TEXT) WITHOUT ROWID;`;

export function openIndexFile(file: string): InstanceType<typeof Database> {
  const db = new Database(file);
  db.exec(schema);
  return db;
}

/** Drops what is kept of folders that are no longer to be kept; with none left the file goes. */
export function pruneIndex({ file, folders }: Pick<IndexPlace, "file" | "folders">): void {
  if (folders.length === 0) {
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    return;
  }
  const db = openIndexFile(file);
  try {
    const outside = (db.prepare("SELECT path FROM folder").raw(true).all() as [string][]) // as selected
      .map(([path]) => path)
      .filter((path) => !folders.some((folder) => isWithin(path, folder)));
    const drop = db.prepare("DELETE FROM folder WHERE path = ?");
    db.exec("BEGIN");
    for (const path of outside) drop.run(path);
    db.exec("COMMIT");
  } finally {
    db.close();
  }
}
