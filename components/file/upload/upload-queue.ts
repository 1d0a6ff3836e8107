import type { ConflictMode } from "@/components/file/conflict-plan";
import type { ErrorKey } from "@/lib/shared/errors";
import type { EntryName, VirtualPath } from "@/lib/shared/paths";

export type UploadState = "waiting" | "sending" | "offline" | "done" | "skipped" | "failed" | "cancelled";

export type UploadItem = {
  /** Its place in the queue's list. */
  readonly id: number;
  readonly folder: VirtualPath;
  readonly name: EntryName;
  /** What the panel shows: the path below the folder that the upload went to. */
  readonly label: string;
  readonly sizeBytes: number;
  readonly conflict: ConflictMode;
  /** Given back when the item is over, so that thousands of finished files hold no handles. */
  file: File | null;
  state: UploadState;
  sentBytes: number;
  error: ErrorKey | null;
  /** How often the network was lost under it. */
  losses: number;
};
export type NewUpload = Pick<UploadItem, "folder" | "name" | "label" | "conflict"> & { file: File };

/**
 * All uploads of a tab. It is changed in place: with copies, ten thousand files would copy ten thousand entries twice
 * for each file. `applyUpload` is the only writer; readers are told by the store that it changed.
 */
export type UploadQueue = {
  readonly items: UploadItem[];
  readonly counts: Record<UploadState, number>;
  totalBytes: number;
  /** Bytes of finished items and of the parts sent of the others. */
  sentBytes: number;
  isOffline: boolean;
  sendingBig: number;
  readonly waitingBig: number[];
  readonly waitingSmall: number[];
};

export const bigFileBytes = 8 * 1024 * 1024;
const maxParallel = 6;
const maxParallelBig = 3;
const maxLosses = 4;

export type UploadEvent =
  | { type: "add"; uploads: readonly NewUpload[] }
  | { type: "progress"; id: number; sentBytes: number }
  | { type: "done"; id: number }
  | { type: "skipped"; id: number }
  | { type: "failed"; id: number; error: ErrorKey }
  | { type: "lost"; id: number }
  | { type: "online" }
  | { type: "cancel"; id: number }
  | { type: "cancel-all" }
  | { type: "retry"; id: number }
  | { type: "retry-all" };

export function newUploadQueue(): UploadQueue {
  return {
    items: [],
    counts: { waiting: 0, sending: 0, offline: 0, done: 0, skipped: 0, failed: 0, cancelled: 0 },
    totalBytes: 0,
    sentBytes: 0,
    isOffline: false,
    sendingBig: 0,
    waitingBig: [],
    waitingSmall: [],
  };
}

const isBig = (item: UploadItem) => item.sizeBytes >= bigFileBytes;

export function isUploading({ counts }: UploadQueue): boolean {
  return counts.waiting + counts.sending + counts.offline > 0;
}

/** Over, and there is nothing to tell about any of them. */
export function isAllDone({ items, counts }: UploadQueue): boolean {
  return counts.done === items.length;
}

function setSent(queue: UploadQueue, item: UploadItem, sentBytes: number): void {
  queue.sentBytes += sentBytes - item.sentBytes;
  item.sentBytes = sentBytes;
}

function setState(queue: UploadQueue, item: UploadItem, state: UploadState): void {
  if (isBig(item)) queue.sendingBig += Number(state === "sending") - Number(item.state === "sending");
  queue.counts[item.state]--;
  queue.counts[state]++;
  item.state = state;
  if (state === "waiting") (isBig(item) ? queue.waitingBig : queue.waitingSmall).push(item.id);
}

/** Finished for good: its bytes leave the totals unless they arrived, so that the bar tells about the rest. */
function finish(queue: UploadQueue, item: UploadItem, state: "done" | "skipped" | "cancelled"): void {
  setState(queue, item, state);
  if (state === "done") setSent(queue, item, item.sizeBytes);
  else {
    setSent(queue, item, 0);
    queue.totalBytes -= item.sizeBytes;
  }
  item.file = null;
}

function fail(queue: UploadQueue, item: UploadItem, error: ErrorKey): void {
  setState(queue, item, "failed");
  setSent(queue, item, 0);
  item.error = error;
}

function add(queue: UploadQueue, uploads: readonly NewUpload[]): void {
  for (const upload of uploads) {
    const item: UploadItem = {
      ...upload,
      id: queue.items.length,
      sizeBytes: upload.file.size,
      state: "waiting",
      sentBytes: 0,
      error: null,
      losses: 0,
    };
    queue.items.push(item);
    queue.counts.waiting++;
    queue.totalBytes += item.sizeBytes;
    (isBig(item) ? queue.waitingBig : queue.waitingSmall).push(item.id);
  }
}

function retry(queue: UploadQueue, item: UploadItem): void {
  if (item.state !== "failed") return;
  item.error = null;
  item.losses = 0;
  setState(queue, item, "waiting");
}

function cancel(queue: UploadQueue, item: UploadItem): void {
  if (item.state === "waiting" || item.state === "sending" || item.state === "offline" || item.state === "failed") {
    finish(queue, item, "cancelled");
  }
}

function lose(queue: UploadQueue, item: UploadItem): void {
  item.losses++;
  if (item.losses > maxLosses) fail(queue, item, "network");
  else {
    setState(queue, item, "offline");
    setSent(queue, item, 0);
    queue.isOffline = true;
  }
}

/** Applies to an item that is being sent; late news about one that was cancelled meanwhile changes nothing. */
function applyToSending(queue: UploadQueue, item: UploadItem, event: UploadEvent & { id: number }): void {
  if (item.state !== "sending") return;
  if (event.type === "progress") setSent(queue, item, Math.min(event.sentBytes, item.sizeBytes));
  else if (event.type === "failed") fail(queue, item, event.error);
  else if (event.type === "lost") lose(queue, item);
  else if (event.type === "done" || event.type === "skipped") finish(queue, item, event.type);
}

export function applyUpload(queue: UploadQueue, event: UploadEvent): void {
  switch (event.type) {
    case "add":
      return add(queue, event.uploads);
    case "online":
      queue.isOffline = false;
      for (const item of queue.items) if (item.state === "offline") setState(queue, item, "waiting");
      return;
    case "cancel-all":
      for (const item of queue.items) if (item.state !== "failed") cancel(queue, item);
      queue.isOffline = false;
      return;
    case "retry-all":
      for (const item of queue.items) retry(queue, item);
      return;
    case "cancel":
    case "retry": {
      const item = queue.items[event.id];
      if (item !== undefined) (event.type === "cancel" ? cancel : retry)(queue, item);
      return;
    }
    case "progress":
    case "done":
    case "skipped":
    case "failed":
    case "lost": {
      const item = queue.items[event.id];
      if (item !== undefined) applyToSending(queue, item, event);
    }
  }
}

function takeWaiting(queue: UploadQueue, ids: number[]): UploadItem | null {
  while (ids.length > 0) {
    const item = queue.items[ids.shift() ?? -1];
    // Cancelled ones are still in the line.
    if (item?.state === "waiting") return item;
  }
  return null;
}

/** Marks the next item that may start as sending and gives it, or null while all lanes are taken. */
export function startNextUpload(queue: UploadQueue): UploadItem | null {
  if (queue.isOffline || queue.counts.sending >= maxParallel) return null;
  const item =
    takeWaiting(queue, queue.waitingSmall) ??
    (queue.sendingBig < maxParallelBig ? takeWaiting(queue, queue.waitingBig) : null);
  if (item !== null) setState(queue, item, "sending");
  return item;
}
