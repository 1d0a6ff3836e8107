import { z } from "zod";

/** What one thing that can be undone may take, before it is packed. Ten thousands of entries with ordinary names are less. */
export const maxNoteBytes = 2_000_000;
/** So much is read at once, and so much of the names of folders. */
const pageBytes = 64_000;
const folderBytes = 8 * pageBytes;
/** Smaller ones are written on. */
const pageIsFull = 16_000;
const maxRecent = 64;

/** Of one entry: the ids of the folders that it is about, its names and what else is known of it. */
type Row = { in: number[]; note: unknown };

const page = z.object({
  parents: z.array(z.number()),
  names: z.array(z.string()),
  rows: z.array(z.object({ in: z.array(z.number()), note: z.unknown() })),
});

/** Notes as JSON texts, each of which can be read without the others, in the order in which they were taken. `count`: of those that count. */
export type NotePages = { readonly count: number; readonly pages: readonly string[] };

/**
 * Takes notes of entries and keeps each of their folders once in a page, as a name below another: full paths of a deep tree would be as
 * long as all else a hundred times over. Beyond {@link maxNoteBytes} it forgets all of them.
 */
export function createNotePages({ maxBytes = maxNoteBytes } = {}) {
  let pages: string[] = [];
  let count = 0;
  let fullBytes = 0;
  let isTooMany = false;
  let open = openPage();

  function close(): void {
    if (open.rows.length === 0) return;
    pages.push(open.text());
    fullBytes += open.bytes();
    open = openPage();
  }

  function check(): void {
    if (fullBytes + open.bytes() <= maxBytes) return;
    isTooMany = true;
    [pages, open, fullBytes] = [[], openPage(), 0];
  }

  function add(folders: readonly string[], note: unknown, counts = true): void {
    if (isTooMany) return;
    open.add(folders, note);
    if (counts) count++;
    if (open.isFull()) close();
    check();
  }

  return {
    add,
    /** The last one of a folder for which `is` holds, if it is not in a page that is full. */
    takeBack(folder: string, is: (note: unknown) => boolean): void {
      if (open.takeBack(folder, is)) count--;
    },
    /** Null: these were too many already. */
    append(other: NotePages | null): void {
      if (other === null) isTooMany = true;
      if (isTooMany || other === null) return check();
      const before = count;
      for (const text of other.pages) {
        if (text.length >= pageIsFull) {
          close();
          pages.push(text);
          fullBytes += Buffer.byteLength(text);
        } else for (const { folders, note } of readRows(text)) add(folders, note);
        check();
      }
      count = before + other.count;
    },
    isTooMany: () => isTooMany,
    /** Null when there were too many. */
    end(): NotePages | null {
      if (isTooMany) return null;
      close();
      return { count, pages };
    },
  };
}

function openPage() {
  const [parents, names, rows]: [number[], string[], Row[]] = [[], [], []];
  const known = new Map<string, number>();
  const recent = new Map<string, number>();
  let inRows = 50;
  let inNames = 0;

  function idOf(path: string): number {
    const found = recent.get(path);
    if (found !== undefined) return found;
    let id = -1;
    for (const name of path.split("/")) {
      const key = `${id}/${name}`;
      const next = known.get(key) ?? names.length;
      if (next === names.length) {
        known.set(key, next);
        parents.push(id);
        names.push(name);
        inNames += sizeOf(name) + `${id}`.length + 2;
      }
      id = next;
    }
    if (recent.size >= maxRecent) recent.clear();
    recent.set(path, id);
    return id;
  }

  return {
    rows,
    bytes: () => inRows + inNames,
    isFull: () => inRows >= pageBytes || inNames >= folderBytes,
    text: () => JSON.stringify({ parents, names, rows }),
    add(folders: readonly string[], note: unknown): void {
      const row = { in: folders.map(idOf), note };
      rows.push(row);
      inRows += sizeOf(row) + 1;
    },
    takeBack(folder: string, is: (note: unknown) => boolean): boolean {
      const at = rows.findLastIndex((row) => is(row.note) && pathsOf(row, parents, names).includes(folder));
      if (at >= 0) rows.splice(at, 1);
      return at >= 0;
    },
  };
}

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

function pathsOf(row: Row, parents: readonly number[], names: readonly string[]): string[] {
  return row.in.map((id) => {
    const parts: string[] = [];
    for (let at = id; at >= 0 && parts.length <= names.length; at = parents[at] ?? -1) parts.push(names[at] ?? "");
    return parts.toReversed().join("/");
  });
}

type Read = { folders: string[]; note: unknown };

/** The paths of one entry at a time: those of all together may be very long. */
export function* readRows(text: string, { isReversed = false } = {}): Generator<Read, void> {
  const { parents, names, rows } = page.parse(JSON.parse(text));
  for (const row of isReversed ? rows.toReversed() : rows)
    yield { folders: pathsOf(row, parents, names), note: row.note };
}
