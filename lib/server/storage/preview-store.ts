import { closeSync, openSync, rmSync } from "node:fs";
import Database from "libsql";

type Kept = { bytes: Buffer; said: string };
/** What is made of files, by a key that says of which and how. */
export type PreviewStore = {
  find(key: string): Kept | null;
  keep(key: string, kept: Kept): void;
  close(): void;
};

const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 200;
  CREATE TABLE IF NOT EXISTS preview (key TEXT PRIMARY KEY, bytes BLOB NOT NULL, said TEXT NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS preview_used ON preview (used);`;

/** So many are dropped at a time, those that were used longest ago. */
const droppedTogether = 200;
/** A row and its place in the index. */
const rowBytes = 256;

/**
 * A file of the data folder, of at most so many bytes, for what can be made again: not synced, and made anew where it is damaged. Whoever asks has looked before whether the caller may read the
 * file that it was made of.
 */
export function openPreviewStore(file: string, maxBytes: number): PreviewStore {
  const db = openOrRenew(file);
  const find = db.prepare("SELECT bytes, said, used FROM preview WHERE key = ?");
  const touch = db.prepare("UPDATE preview SET used = ? WHERE key = ?");
  const add = db.prepare("INSERT OR REPLACE INTO preview (key, bytes, said, size, used) VALUES (?, ?, ?, ?, ?)");
  const oldest = db.prepare("SELECT key, size FROM preview ORDER BY used LIMIT ?");
  const drop = db.prepare("DELETE FROM preview WHERE key = ?");
  const { total } = db.prepare("SELECT COALESCE(SUM(size), 0) AS total FROM preview").get() as { total: number }; // as selected
  let heldBytes = total;

  function makeRoom(): void {
    const rows = oldest.all(droppedTogether) as { key: string; size: number }[]; // as selected
    db.exec("BEGIN");
    for (const { key, size } of rows) {
      drop.run(key);
      heldBytes -= size;
    }
    db.exec("COMMIT");
  }

  return {
    find(key) {
      const row = find.get(key) as { bytes: Buffer; said: string; used: number } | undefined; // as selected
      if (row === undefined) return null;
      const now = Date.now();
      // Not with each look: a minute more or less decides nothing.
      if (now - row.used > 60_000) touch.run(now, key);
      return { bytes: Buffer.from(row.bytes), said: row.said };
    },
    keep(key, { bytes, said }) {
      const size = bytes.length + said.length + rowBytes;
      while (heldBytes + size > maxBytes && heldBytes > 0) makeRoom();
      add.run(key, bytes, said, size, Date.now());
      heldBytes += size;
    },
    close: () => void db.close(),
  };
}

function openOrRenew(file: string): InstanceType<typeof Database> {
  try {
    return open(file);
  } catch {
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    return open(file);
  }
}

function open(file: string): InstanceType<typeof Database> {
  // What SQLite puts beside it has its mode.
  closeSync(openSync(file, "a", 0o600));
  const db = new Database(file);
  db.exec(schema);
  return db;
}
