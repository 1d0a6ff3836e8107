import { rmSync, type Stats } from "node:fs";
import { isWithin } from "@/lib/shared/paths";
import { openIndexFile, type IndexPlace } from "@/lib/server/storage/index-file";
import type { KeptNames } from "./folder-names";

/** Characters of names in memory; what is past this is read from the disk's folders as without an index. */
const maxCharacters = 80_000_000;
const maxKnown = 300_000;
const writeAtOnce = 2_000;

/** What the last search of this thread read: somebody who types asks again at once. Its stamps say what of it still holds. */
let cached: { file: string; base: string; known: Map<string, KeptNames> } | null = null;

type Row = [path: string, stamp: string, folders: string, others: string, folded: string];

/**
 * The names of folders as they were last read, in a database of its own that may be lost at any time. Nothing is believed that does not
 * bear the stamp which the folder has now: there is nothing to watch, and nothing new is missed.
 */
export class NameIndex {
  private readonly place: IndexPlace;
  private readonly base: string;
  private readonly known: Map<string, KeptNames>;
  private readonly fresh = new Map<string, KeptNames>();

  private constructor(place: IndexPlace, base: string, known: Map<string, KeptNames>) {
    this.place = place;
    this.base = base;
    this.known = known;
  }

  /** The index for a search that begins at a folder; null where none is kept or it cannot be read. */
  static open(place: IndexPlace | null, base: string): NameIndex | null {
    if (place === null || !place.folders.some((folder) => isWithin(base, folder))) return null;
    if (cached === null || cached.file !== place.file || !isWithin(base, cached.base)) {
      cached = null; // before the next is read: never two in memory
      try {
        cached = { file: place.file, base, known: readKnown(place.file, base) };
      } catch {
        rmSync(place.file, { force: true }); // a new one is made by the next search
        return null;
      }
    }
    return new NameIndex(place, base, cached.known);
  }

  /** Which state of a folder this is: its times change with the names in it. Null while it may still change unseen. */
  stampOf({ dev, ino, mtimeMs, ctimeMs }: Stats): string | null {
    const isSettled = Date.now() - Math.max(mtimeMs, ctimeMs) >= this.place.settledMs;
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
    this.known.set(path, names);
    if (this.fresh.size >= writeAtOnce) this.write(null);
  }

  /** Ends a search that came by all of `seen`; one that was whole knows which folders are there no more. */
  close(seen: ReadonlySet<string> | null): void {
    const gone =
      seen === null ? [] : [...this.known.keys()].filter((path) => isWithin(path, this.base) && !seen.has(path));
    this.write(gone);
    if (this.known.size > maxKnown) cached = null;
  }

  private write(gone: readonly string[] | null): void {
    if (this.fresh.size === 0 && (gone ?? []).length === 0) return;
    try {
      const db = openIndexFile(this.place.file);
      try {
        const insert = db.prepare("INSERT OR REPLACE INTO folder VALUES (?, ?, ?, ?, ?)");
        const drop = db.prepare("DELETE FROM folder WHERE path = ?");
        db.exec("BEGIN");
        for (const [path, { stamp, folders, others, folded }] of this.fresh)
          insert.run(path, stamp, folders, others, folded);
        for (const path of gone ?? []) drop.run(path);
        db.exec("COMMIT");
      } finally {
        db.close();
      }
    } catch {
      // Another search writes, or the disk is full: these folders are read again when they are not in memory.
    }
    for (const path of gone ?? []) this.known.delete(path);
    this.fresh.clear();
  }
}

function readKnown(file: string, base: string): Map<string, KeptNames> {
  const db = openIndexFile(file);
  try {
    const known = new Map<string, KeptNames>();
    let characters = 0;
    const rows = db
      .prepare("SELECT path, stamp, folders, others, folded FROM folder WHERE path = ? OR (path > ? AND path < ?)")
      .raw(true)
      .iterate(base, base === "/" ? "/" : `${base}/`, base === "/" ? "0" : `${base}0`) as Iterable<Row>; // as selected
    for (const [path, stamp, folders, others, folded] of rows) {
      characters += folders.length + others.length + folded.length;
      if (characters > maxCharacters) break;
      known.set(path, { stamp, folders, others, folded });
    }
    return known;
  } finally {
    db.close();
  }
}
