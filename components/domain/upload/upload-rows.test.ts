import { expect, test } from "vitest";
import { applyUpload } from "@/lib/client/upload/upload-changes";
import { newUploadQueue, type UploadQueue } from "@/lib/client/upload/upload-queue";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";
import { compareUploadRows, createUploadRows, type UploadRows } from "./upload-rows";

const base = "r" as VirtualPath;

function add(queue: UploadQueue, ...labels: string[]): void {
  const uploads = labels.map((label) => ({
    base,
    folder: base,
    name: (label.split("/").at(-1) ?? label) as EntryName,
    label,
    conflict: "fail" as const,
    file: { size: 10 } as File, // only its size matters here
  }));
  applyUpload(queue, { type: "add", uploads });
}

function queueOf(...labels: string[]): UploadQueue {
  const queue = newUploadQueue();
  add(queue, ...labels);
  return queue;
}

function send(queue: UploadQueue, ...ids: number[]): void {
  for (const id of ids) {
    const item = queue.items[id];
    if (item !== undefined) item.state = "sending";
  }
}

/** As they are each time that they are asked for. */
function rowsOf({ items }: UploadQueue): () => UploadRows {
  const rows = createUploadRows(items);
  let version = 0;
  return () => rows(version++);
}

const told = (rows: UploadRows) =>
  rows.toSorted(compareUploadRows).map((row) => {
    if (row.type === "file") return `${row.item.label}: ${row.item.state}`;
    const { name, done, total, failed, state, sentBytes, totalBytes } = row;
    return `${name}/: ${done} of ${total}, ${failed} failed, ${sentBytes} of ${totalBytes} B, ${state}`;
  });

test("what goes on or failed is first, what is over last, and the others keep their order", () => {
  const queue = queueOf("a", "b", "c", "d", "e");
  const rows = rowsOf(queue);
  expect(told(rows())).toEqual(["a: waiting", "b: waiting", "c: waiting", "d: waiting", "e: waiting"]);
  send(queue, 0, 3, 4);
  applyUpload(queue, { type: "done", id: 0 });
  applyUpload(queue, { type: "failed", id: 3, error: "internal" });
  applyUpload(queue, { type: "pause", id: 2 });
  expect(told(rows())).toEqual(["e: sending", "d: failed", "c: paused", "b: waiting", "a: done"]);
});

test("a folder is one row, and its files that failed say so themselves", () => {
  const queue = queueOf("box/a", "alone", "box/in/b", "box/c", "other/d");
  const rows = rowsOf(queue);
  expect(told(rows())).toEqual([
    "box/: 0 of 3, 0 failed, 0 of 30 B, waiting",
    "alone: waiting",
    "other/: 0 of 1, 0 failed, 0 of 10 B, waiting",
  ]);
  send(queue, 0, 2, 3);
  applyUpload(queue, { type: "done", id: 0 });
  applyUpload(queue, { type: "failed", id: 2, error: "file/exists" });
  applyUpload(queue, { type: "progress", id: 3, sentBytes: 4 });
  expect(told(rows()).slice(0, 2)).toEqual(["box/: 1 of 3, 1 failed, 14 of 30 B, sending", "box/in/b: failed"]);
  applyUpload(queue, { type: "skipped", id: 3 });
  applyUpload(queue, { type: "cancel", id: 4 });
  expect(told(rows())).toEqual([
    "box/: 2 of 3, 1 failed, 10 of 20 B, failed",
    "box/in/b: failed",
    "alone: waiting",
    "other/: 0 of 0, 0 failed, 0 of 0 B, cancelled",
  ]);
});

test("what is added later joins its folder, and rows of files stay the same", () => {
  const queue = queueOf("box/a", "b");
  const rows = rowsOf(queue);
  const [, before] = rows();
  add(queue, "box/c", "d");
  const after = rows();
  expect(told(after)).toEqual(["box/: 0 of 2, 0 failed, 0 of 20 B, waiting", "b: waiting", "d: waiting"]);
  expect(after[1]).toBe(before);
});

test("a folder whose files are over is as those that arrived", () => {
  const queue = queueOf("box/a", "box/b");
  send(queue, 0, 1);
  applyUpload(queue, { type: "done", id: 0 });
  applyUpload(queue, { type: "cancel", id: 1 });
  expect(told(rowsOf(queue)())).toEqual(["box/: 1 of 1, 0 failed, 10 of 10 B, done"]);
});
