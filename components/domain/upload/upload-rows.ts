import type { UploadItem, UploadState } from "@/lib/client/upload/upload-item";
import { isOpen } from "@/lib/client/upload/upload-queue";

type FileRow = { type: "file"; id: string; rank: number; item: UploadItem };
/** All files of a folder that is uploaded. */
export type FolderRow = {
  type: "folder";
  id: string;
  rank: number;
  name: string;
  items: readonly UploadItem[];
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

type Folder = { type: "files"; id: string; name: string; items: UploadItem[] };

/**
 * Gives the rows of a queue as it is now: one for each folder, one for each other file, and one for each file of a folder that failed, which says why. The
 * queue grows at its end alone, so that which folder a file belongs to is found out once; as long as its `version` is the same, so are the rows.
 */
export function createUploadRows(items: readonly UploadItem[]): (version: number) => UploadRows {
  const folders = new Map<string, Folder>();
  /** Of files of folders that failed. */
  const failed = new Map<number, FileRow>();
  /** Files beside folders, and each folder where its first file came. */
  const places: (Folder | FileRow)[] = [];
  let known = 0;
  let last: { version: number; rows: UploadRows } | null = null;

  function learn(item: UploadItem): void {
    const slash = item.label.indexOf("/");
    if (slash < 0) {
      places.push(fileRowOf(item));
      return;
    }
    const name = item.label.slice(0, slash);
    const id = `${item.base}\n${name}`;
    const folder = folders.get(id);
    if (folder === undefined) {
      const made: Folder = { type: "files", id, name, items: [item] };
      folders.set(id, made);
      places.push(made);
    } else folder.items.push(item);
  }

  function failedRowOf(item: UploadItem): FileRow {
    const row = failed.get(item.id) ?? fileRowOf(item);
    failed.set(item.id, row);
    row.rank = ranks.failed;
    return row;
  }

  function read(): UploadRows {
    for (const item of items.slice(known)) learn(item);
    known = items.length;
    const rows: (FileRow | FolderRow)[] = [];
    for (const place of places) {
      if (place.type === "file") {
        place.rank = ranks[place.item.state];
        rows.push(place);
        continue;
      }
      const row = sumOf(place);
      rows.push(row);
      if (row.failed > 0) for (const item of place.items) if (item.state === "failed") rows.push(failedRowOf(item));
    }
    return rows;
  }

  return (version) => {
    if (last?.version !== version) last = { version, rows: read() };
    return last.rows;
  };
}

const fileRowOf = (item: UploadItem): FileRow => ({ type: "file", id: String(item.id), rank: 0, item });

function sumOf({ id, name, items }: Folder): FolderRow {
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
  return { type: "folder", id, rank: ranks[state], name, items, ...row, state };
}

const isFurtherUp = (state: UploadState, other: UploadState) =>
  ranks[state] < ranks[other] || (other === "cancelled" && state !== "cancelled");
