import { rmSync, type Stats } from "node:fs";
import Database from "libsql";
import { isWithin } from "@/lib/shared/paths";
import type { KeptNames } from "./folder-names";

/** Where the index is, and the folders (host paths) whose names it may keep. */
export type IndexPlace = {
  file: string;
  folders: readonly string[];
  /** How long a folder must have stood still: a change too soon after another one leaves the same time behind (git's "racy"). */
  settledMs: number;
};

const schema = `
  PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 200;
  CREATE TABLE IF NOT EXISTS folder (path TEXT PRIMARY KEY, stamp TEXT, folders TEXT, others TEXT, folded TEXT) WITHOUT ROWID;`;
/** Characters of names in memory; what is past this is read from the disk's folders as without an index. */
const maxHeld = 80_000_000;
const writeAtOnce = 2_000;

type Row = [path: string, stamp: string, folders: string, others: string, folded: string];

/**
 * The names of folders as they were last read, in a database of its own that may be lost at any time. Nothing is believed that does not
 * bear the stamp which the folder has now: there is nothing to watch, and nothing new is missed.
 */
export class NameIndex {
  private readonly db: InstanceType<typeof Database>;
  private readonly known = new Map<string, KeptNames>();
  private readonly fresh = new Map<string, KeptNames>();

  private readonly settledMs: number;

  private constructor(db: InstanceType<typeof Database>, base: string, settledMs: number) {
    this.db = db;
    this.settledMs = settledMs;
    let held = 0;
    const rows = db
      .prepare("SELECT path, stamp, folders, others, folded FROM folder WHERE path = ? OR (path > ? AND path < ?)")
      .raw(true)
      .iterate(base, base === "/" ? "/" : `${base}/`, base === "/" ? "0" : `${base}0`) as Iterable<Row>; // as selected
    for (const [path, stamp, folders, others, folded] of rows) {
      held += folders.length + others.length + folded.length;
      if (held > maxHeld) break;
      this.known.set(path, { stamp, folders, others, folded });
    }
  }

  /** The index for a search that begins at a folder; null where none is kept or it cannot be read. */
  static open(place: IndexPlace | null, base: string): NameIndex | null {
    if (place === null || !place.folders.some((folder) => isWithin(base, folder))) return null;
    try {
      return new NameIndex(openDatabase(place.file), base, place.settledMs);
    } catch {
      rmSync(place.file, { force: true }); // a new one is made by the next search
      return null;
    }
  }

  /** Which state of a folder this is: its times change with the names in it. Null while it may still change unseen. */
  stampOf({ dev, ino, mtimeMs, ctimeMs }: Stats): string | null {
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) >= this.settledMs;
    return isSettled ? `${dev}:${ino}:${mtimeMs}:${ctimeMs}` : null;
  }

  find(path: string, stamp: string | null): KeptNames | null {
    const names = this.known.get(path);
    return names !== undefined && names.stamp === stamp ? names : null;
  }

  put(path: string, names: KeptNames): void {
    // Names that are not UTF-8 would not come back as they are.
    if (![path, names.folders, names.others].every((text) => text.isWellFormed())) return;
    this.fresh.set(path, names);
    if (this.fresh.size >= writeAtOnce) this.write();
  }

  /** Drops what is known of folders that are there no more: all that a whole search did not come by. */
  keepOnly(seen: ReadonlySet<string>): void {
    const drop = this.db.prepare("DELETE FROM folder WHERE path = ?");
    for (const path of this.known.keys()) if (!seen.has(path)) drop.run(path);
  }

  close(): void {
    this.write();
    this.db.close();
  }

  private write(): void {
    if (this.fresh.size === 0) return;
    try {
      const insert = this.db.prepare("INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?, ?)");
      this.db.exec("BEGIN");
      for (const [path, { stamp, folders, others, folded }] of this.fresh)
        insert.run(path, stamp, folders, others, folded);
      this.db.exec("COMMIT");
    } catch {
      // Another search writes, or the disk is full: this one's folders are read again next time.
      if (this.db.inTransaction) this.db.exec("ROLLBACK");
    }
    this.fresh.clear();
  }
}

function openDatabase(file: string): InstanceType<typeof Database> {
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
  const db = openDatabase(file);
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
