import type { UploadItem, UploadState } from "@/lib/client/upload/upload-item";
import { isOpen } from "@/lib/client/upload/upload-queue";

type FileRow = { type: "file"; id: string; rank: number; item: UploadItem };
/** All files of a folder that is uploaded. */
export type FolderRow = {
  type: "folder";
  id: string;
  rank: number;
  name: string;
  /** Of its files, in the queue. */
  ids: readonly number[];
  /** Without those that were canceled. */
  total: number;
  /** There now, or before. */
  done: number;
  failed: number;
  /** Neither over nor failed; and those of them that are held. */
  open: number;
  paused: number;
  sentBytes: number;
  totalBytes: number;
  /** Of those of its files that are furthest up. */
  state: UploadState;
};
export type UploadRows = readonly (FileRow | FolderRow)[];

/** What is shown further up has a lower one. */
const ranks: Readonly<Record<UploadState, number>> = {
  sending: 0,
  offline: 0,
  failed: 1,
  paused: 2,
  waiting: 3,
  done: 4,
  skipped: 4,
  cancelled: 4,
};

/** What goes on first, then what failed, what is still to come, and what is over. */
export const compareUploadRows = (a: UploadRows[number], b: UploadRows[number]) => a.rank - b.rank;

type Folder = { id: string; name: string; ids: number[] };

/**
 * Gives the rows of a queue as it is now: one for each folder, one for each other file, and one for each file of a folder that failed, which says why. The
 * queue grows at its end alone, so that which folder a file belongs to is found out once; as long as its `version` is the same, so are the rows.
 */
export function createUploadRows(items: readonly UploadItem[]): (version: number) => UploadRows {
  const folders = new Map<string, Folder>();
  const files = new Map<number, FileRow>();
  /** Files beside folders, and each folder where its first file came. */
  const places: (Folder | UploadItem)[] = [];
  let known = 0;
  let last: { version: number; rows: UploadRows } | null = null;

  function learn(item: UploadItem): void {
    const slash = item.label.indexOf("/");
    if (slash < 0) {
      places.push(item);
      return;
    }
    const name = item.label.slice(0, slash);
    const id = `${item.base}\n${name}`;
    const folder = folders.get(id);
    if (folder === undefined) {
      const made = { id, name, ids: [item.id] };
      folders.set(id, made);
      places.push(made);
    } else folder.ids.push(item.id);
  }

  function rowOf(item: UploadItem): FileRow {
    const row = files.get(item.id) ?? { type: "file", id: String(item.id), rank: 0, item };
    files.set(item.id, row);
    row.rank = ranks[item.state];
    return row;
  }

  function read(): UploadRows {
    for (const item of items.slice(known)) learn(item);
    known = items.length;
    return places.flatMap((place) => {
      if (!("ids" in place)) return rowOf(place);
      const own = place.ids.flatMap((id) => items[id] ?? []);
      return [sumOf(place, own), ...own.filter(({ state }) => state === "failed").map(rowOf)];
    });
  }

  return (version) => {
    if (last?.version !== version) last = { version, rows: read() };
    return last.rows;
  };
}

function sumOf({ id, name, ids }: Folder, items: readonly UploadItem[]): FolderRow {
  const row = { total: 0, done: 0, failed: 0, open: 0, paused: 0, sentBytes: 0, totalBytes: 0 };
  let state: UploadState = "cancelled";
  for (const item of items) {
    if (isFurtherUp(item.state, state)) ({ state } = item);
    if (item.state === "cancelled") continue;
    row.total++;
    if (item.state === "failed") row.failed++;
    if (isOpen(item)) row.open++;
    if (item.state === "paused") row.paused++;
    if (item.state === "done" || item.state === "skipped") row.done++;
    // What was there already was not sent, and is not missing either.
    if (item.state === "skipped") continue;
    row.sentBytes += item.sentBytes;
    row.totalBytes += item.sizeBytes;
  }
  return { type: "folder", id, rank: ranks[state], name, ids, ...row, state };
}

const isFurtherUp = (state: UploadState, other: UploadState) =>
  ranks[state] < ranks[other] || (other === "cancelled" && state !== "cancelled");
