import type { ErrorKey } from "@/lib/shared/errors";
import type { NewUpload, UploadEvent, UploadItem, UploadState } from "./upload-item";
import { isOpen, type UploadQueue } from "./upload-queue";

export const bigFileBytes = 8 * 1024 * 1024;
/** Files below it go together, many in one request, where there are many of them. */
export const smallFileBytes = 512 * 1024;
const maxParallelBig = 3;
/** Of all files in pieces together; two of a browser's connections stay free for the page. */
const maxPieceLanes = 4;
const maxLosses = 4;
const batchFiles = 400;
const batchBytes = 8 * 1024 * 1024;
const worthBatching = 24; // with fewer of them waiting, one request each shows more and costs little

const isBig = (item: UploadItem) => item.sizeBytes >= bigFileBytes;

function setSent(queue: UploadQueue, item: UploadItem, sentBytes: number): void {
  const change = sentBytes - item.sentBytes;
  queue.sentBytes += change;
  // The first news of an upload that goes on is what had arrived before.
  if (item.isGoingOn) queue.standingBytes += change;
  item.isGoingOn = false;
  item.sentBytes = sentBytes;
}

function setState(queue: UploadQueue, item: UploadItem, state: UploadState): void {
  if (isBig(item)) queue.sendingBig += Number(state === "sending") - Number(item.state === "sending");
  queue.counts[item.state]--;
  queue.counts[state]++;
  item.state = state;
  item.finishing = null;
  item.isGoingOn = state === "sending" && item.url !== null;
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
  item.error = null;
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
      mayBeThere: false,
      isGoingOn: false,
      finishing: null,
      url: upload.url ?? null,
      isVerified: false,
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
  if (isOpen(item) || item.state === "failed") finish(queue, item, "cancelled");
}

function arrive(queue: UploadQueue, item: UploadItem): void {
  queue.totalBytes += item.sizeBytes;
  finish(queue, item, "done");
}

/** What has no address on the server begins anew when it goes on. */
function hold(queue: UploadQueue, item: UploadItem, state: "paused" | "waiting"): void {
  if (item.state === "sending") item.mayBeThere = true;
  setState(queue, item, state);
  if (item.url === null) setSent(queue, item, 0);
}

function pause(queue: UploadQueue, item: UploadItem): void {
  if (isOpen(item) && item.state !== "paused") hold(queue, item, "paused");
}

function resume(queue: UploadQueue, item: UploadItem): void {
  if (item.state === "paused") setState(queue, item, "waiting");
}

function lose(queue: UploadQueue, item: UploadItem): void {
  item.losses++;
  item.mayBeThere = true;
  if (item.losses > maxLosses) fail(queue, item, "network");
  else {
    setState(queue, item, "offline");
    if (item.url === null) setSent(queue, item, 0);
    queue.isOffline = true;
  }
}

/** Applies to an item that is being sent; late news about one that was cancelled meanwhile changes nothing. */
function applyToSending(queue: UploadQueue, item: UploadItem, event: UploadEvent & { id: number }): void {
  if (item.state !== "sending") return;
  if (event.type === "progress") progress(queue, item, Math.min(event.sentBytes, item.sizeBytes));
  else if (event.type === "finishing") item.finishing = event.fraction;
  else if (event.type === "requeue") hold(queue, item, "waiting");
  else if (event.type === "failed") fail(queue, item, event.error);
  else if (event.type === "lost") lose(queue, item);
  else if (event.type === "skipped") finish(queue, item, "skipped");
  else if (event.type === "done") {
    item.isVerified = event.isVerified ?? false;
    finish(queue, item, "done");
  }
}

function progress(queue: UploadQueue, item: UploadItem, sentBytes: number): void {
  if (item.url !== null && sentBytes > item.sentBytes) item.losses = 0;
  setSent(queue, item, sentBytes);
}

const verbs = { cancel, pause, resume };

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
    case "arrived":
      for (const item of queue.items) if (item.state === "cancelled" && event.ids.has(item.id)) arrive(queue, item);
      return;
    case "retry-all":
      for (const item of queue.items) retry(queue, item);
      return;
    case "pause-all":
      for (const item of queue.items) pause(queue, item);
      queue.isOffline = false;
      return;
    case "resume-all":
      for (const item of queue.items) resume(queue, item);
      return;
    case "retry": {
      const item = queue.items[event.id];
      if (item?.state === "failed") item.conflict = event.conflict ?? item.conflict;
      if (item !== undefined) retry(queue, item);
      return;
    }
    case "cancel":
    case "pause":
    case "resume": {
      const item = queue.items[event.id];
      if (item !== undefined) verbs[event.type](queue, item);
      return;
    }
    case "url": {
      const item = queue.items[event.id];
      if (item !== undefined && isOpen(item)) item.url = event.url;
      return;
    }
    case "requeue":
    case "finishing":
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

/** A name of its own for each clash is found one by one: a batch that was lost would make copies of what arrived. Which one is newer is asked before. */
const singly: ReadonlySet<UploadItem["conflict"]> = new Set(["rename", "newer"]);

/** Further small ones of the same target and policy that go into one request with the first; alone where few wait. */
export function startBatch(queue: UploadQueue, first: UploadItem): UploadItem[] {
  const batch = [first];
  const isAlone = first.sizeBytes >= smallFileBytes || singly.has(first.conflict) || first.losses > 0;
  if (isAlone || queue.waitingSmall.length < worthBatching) return batch;
  let bytes = first.sizeBytes;
  while (batch.length < batchFiles && bytes < batchBytes) {
    const next = queue.items[queue.waitingSmall[0] ?? -1];
    if (next === undefined) break;
    const isOther = next.base !== first.base || next.conflict !== first.conflict || next.losses > 0;
    if (next.state === "waiting" && (isOther || next.sizeBytes >= smallFileBytes)) break;
    queue.waitingSmall.shift();
    if (next.state !== "waiting") continue; // cancelled or paused meanwhile
    setState(queue, next, "sending");
    batch.push(next);
    bytes += next.sizeBytes;
  }
  return batch;
}

/** How many connections a big file that starts now may take. */
export function lanesForBig({ sendingBig, waitingBig, maxParallel }: UploadQueue): number {
  const files = Math.min(maxParallelBig, Math.max(1, sendingBig + waitingBig.length));
  return Math.max(1, Math.floor(Math.min(maxPieceLanes, maxParallel) / files));
}

function takeWaiting(queue: UploadQueue, ids: number[]): UploadItem | null {
  while (ids.length > 0) {
    const item = queue.items[ids.shift() ?? -1];
    // Cancelled ones are still in the line.
    if (item?.state === "waiting") return item;
  }
  return null;
}

/**
 * Marks the next item that may start as sending and gives it, or null while all lanes are taken. `requests` under way can be
 * fewer than items that are being sent: some carry many.
 */
export function startNextUpload(queue: UploadQueue, requests = queue.counts.sending): UploadItem | null {
  if (queue.isOffline || requests >= queue.maxParallel) return null;
  const item =
    takeWaiting(queue, queue.waitingSmall) ??
    (queue.sendingBig < maxParallelBig ? takeWaiting(queue, queue.waitingBig) : null);
  if (item !== null) setState(queue, item, "sending");
  return item;
}
