import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { SendResult } from "./send-resumable";
import type { UploadEvent, UploadItem } from "./upload-item";
import { applyUpload, lanesForBig, startBatch, startNextUpload } from "./upload-changes";
import { isOpen, type UploadQueue } from "./upload-queue";

export type SendWatch = {
  onProgress: (sentBytes: number) => void;
  /** The server puts its pieces together: how far it is, from 0 to 1. */
  onFinishing: (fraction: number) => void;
  /** The upload has an address on the server now, or has lost it. */
  onUrl: (url: string | null) => void;
  /** Connections that this file may take: more while it is alone. */
  lanes: number;
  signal: AbortSignal;
};

/** What became of many files that were sent together: failures by their id; those not named are stored. */
export type BatchResult =
  | { type: "stored"; failures: ReadonlyMap<number, ErrorKey> }
  | { type: "failed"; error: ErrorKey }
  | { type: "lost" };

/** What the engine needs from the world; the browser's are in upload-ports.ts. */
export type UploadPorts = {
  send: (item: UploadItem, watch: SendWatch) => Promise<SendResult>;
  canSendMany: boolean;
  /** Sends small files of one target in one request, folders included. `onProgress` counts the bytes of all. */
  sendMany: (
    items: readonly UploadItem[],
    watch: Omit<SendWatch, "onUrl" | "onFinishing" | "lanes">,
  ) => Promise<BatchResult>;
  /**
   * Whether what has the name already makes sending it needless: with `resume` this very file, by its size and time, with `newer` one that
   * is not older. Rejects when the server does not answer.
   */
  isNeedless: (item: UploadItem) => Promise<boolean>;
  /** Removes what has arrived of an upload that was given up. */
  discard: (url: string) => void;
  /** Makes a folder and the missing ones above it; one that exists is fine. */
  createFolder: (path: VirtualPath) => Promise<void>;
  isServerUp: () => Promise<boolean>;
  /** Ends after the time or earlier when the browser says that it is online again. */
  pause: (delayMs: number) => Promise<void>;
};

const asksFirst: ReadonlySet<UploadItem["conflict"]> = new Set(["resume", "newer"]);
const firstPauseMs = 1000;
const longestPauseMs = 30_000;
const askedAtOnce = 6;

export type UploadEngine = {
  /** Starts whatever may start; call it after every change of the queue. */
  pump: () => void;
  cancel: (ids: readonly number[]) => void;
  cancelAll: () => void;
  pause: (ids: readonly number[]) => void;
  pauseAll: () => void;
  resume: (ids: readonly number[]) => void;
  resumeAll: () => void;
};

/** Drives a queue: lanes, folders before files, and waiting for a lost network. `onChange` follows every event. */
export function createUploadEngine(queue: UploadQueue, ports: UploadPorts, onChange: () => void): UploadEngine {
  const running = new Map<number, AbortController>();
  const folders = new Map<VirtualPath, Promise<void>>();
  let isReconnecting = false;

  function folderReady(path: VirtualPath): Promise<void> {
    let ready = folders.get(path);
    if (ready === undefined) {
      ready = ports.createFolder(path).catch((error: unknown) => {
        folders.delete(path);
        throw error;
      });
      folders.set(path, ready);
    }
    return ready;
  }

  async function attempt(item: UploadItem, signal: AbortSignal): Promise<SendResult | { type: "there" }> {
    try {
      if (asksFirst.has(item.conflict) && item.url === null && (await ports.isNeedless(item))) return { type: "there" };
      if (item.label.includes("/")) await folderReady(item.folder);
    } catch (error) {
      const key = isAppError(error) ? error.key : "internal";
      return key === "network" ? { type: "lost" } : { type: "failed", error: key };
    }
    if (signal.aborted) return { type: "failed", error: "request/cancelled" };
    return ports.send(item, {
      onProgress: (sentBytes) => note({ type: "progress", id: item.id, sentBytes }),
      onFinishing: (fraction) => note({ type: "finishing", id: item.id, fraction }),
      onUrl: (url) => {
        note({ type: "url", id: item.id, url });
        // Cancelled while its address was on the way.
        if (url !== null && item.state === "cancelled") ports.discard(url);
      },
      lanes: lanesForBig(queue),
      signal,
    });
  }

  function note(event: UploadEvent): void {
    applyUpload(queue, event);
    onChange();
  }

  /** A request that is broken off may have stored what it carried: the server says which of the cancelled are there. `items`: as they were before. */
  async function noteArrived(items: readonly UploadItem[]): Promise<void> {
    const asked = items.filter(({ state, mayBeThere, url }) => url === null && (state === "sending" || mayBeThere));
    const ids: number[] = [];
    for (let at = 0; at < asked.length; at += askedAtOnce) {
      const some = asked.slice(at, at + askedAtOnce);
      const are = await Promise.all(
        some.map((item) => ports.isNeedless({ ...item, conflict: "resume" }).catch(() => false)),
      );
      ids.push(...some.flatMap(({ id }, index) => (are[index] === true ? [id] : [])));
    }
    if (ids.length > 0) note({ type: "arrived", ids: new Set(ids) });
  }

  async function runBatch(items: readonly UploadItem[]): Promise<void> {
    const abort = new AbortController();
    for (const item of items) running.set(item.id, abort);
    const result = await ports.sendMany(items, {
      onProgress: (sentBytes) => noteBatchProgress(items, sentBytes),
      signal: abort.signal,
    });
    for (const item of items) {
      if (running.get(item.id) === abort) running.delete(item.id);
      // One of them was cancelled or held: the others go again. What arrived is recognised by the server.
      if (abort.signal.aborted) applyUpload(queue, { type: "requeue", id: item.id });
      else settle(item, resultOf(item, result));
    }
    pump();
  }

  function noteBatchProgress(items: readonly UploadItem[], sentBytes: number): void {
    let leftBytes = sentBytes;
    for (const item of items) {
      if (leftBytes <= 0) break;
      const share = Math.min(item.sizeBytes, leftBytes);
      if (item.sentBytes < share) applyUpload(queue, { type: "progress", id: item.id, sentBytes: share });
      leftBytes -= item.sizeBytes;
    }
    onChange();
  }

  async function run(item: UploadItem): Promise<void> {
    const abort = new AbortController();
    running.set(item.id, abort);
    const result = await attempt(item, abort.signal);
    // A retried item has a newer controller: this was the cancelled attempt.
    if (running.get(item.id) === abort) running.delete(item.id);
    if (!abort.signal.aborted) settle(item, result);
    pump();
  }

  function settle(item: UploadItem, result: SendResult | { type: "there" }): void {
    if (result.type === "there") applyUpload(queue, { type: "skipped", id: item.id });
    else if (result.type === "stored") applyUpload(queue, { type: "done", id: item.id, isVerified: result.isVerified });
    else if (result.type === "lost") {
      applyUpload(queue, { type: "lost", id: item.id });
      if (queue.isOffline) void reconnect(); // it never rejects
    } else if (result.error === "file/exists" && item.conflict === "skip")
      applyUpload(queue, { type: "skipped", id: item.id });
    else applyUpload(queue, { type: "failed", id: item.id, error: result.error });
    onChange();
  }

  async function reconnect(): Promise<void> {
    if (isReconnecting) return;
    isReconnecting = true;
    for (let delayMs = firstPauseMs; queue.isOffline; delayMs = Math.min(delayMs * 2, longestPauseMs)) {
      await ports.pause(delayMs);
      if (queue.isOffline && (await ports.isServerUp())) applyUpload(queue, { type: "online" });
    }
    isReconnecting = false;
    onChange();
    pump();
  }

  function pump(): void {
    const next = () => startNextUpload(queue, new Set(running.values()).size);
    for (let item = next(); item !== null; item = next()) {
      const batch = ports.canSendMany ? startBatch(queue, item) : [item];
      void (batch.length > 1 ? runBatch(batch) : run(item)); // neither rejects
    }
    onChange();
  }

  function stop(id: number): void {
    const abort = running.get(id);
    running.delete(id);
    abort?.abort();
  }

  function stopAll(): void {
    const aborts = [...running.values()];
    running.clear();
    for (const abort of aborts) abort.abort();
  }

  function discard({ url, state }: UploadItem): void {
    if (url !== null && state === "cancelled") ports.discard(url);
  }

  return {
    pump,
    cancel: (ids) => {
      const named = ids.flatMap((id) => queue.items[id] ?? []);
      const before = copiesOf(named);
      for (const id of ids) applyUpload(queue, { type: "cancel", id });
      ids.forEach(stop);
      named.forEach(discard);
      pump();
      void noteArrived(before); // it never rejects
    },
    cancelAll: () => {
      const open = queue.items.filter(({ state }) => state !== "cancelled");
      const before = copiesOf(open);
      applyUpload(queue, { type: "cancel-all" });
      stopAll();
      for (const item of open) discard(item);
      pump();
      void noteArrived(before); // it never rejects
    },
    pause: (ids) => {
      for (const id of ids) applyUpload(queue, { type: "pause", id });
      ids.forEach(stop);
      pump();
    },
    pauseAll: () => {
      applyUpload(queue, { type: "pause-all" });
      stopAll();
      onChange();
    },
    resume: (ids) => {
      for (const id of ids) applyUpload(queue, { type: "resume", id });
      pump();
    },
    resumeAll: () => {
      applyUpload(queue, { type: "resume-all" });
      pump();
    },
  };
}

const copiesOf = (items: readonly UploadItem[]) => items.filter(isOpen).map((item) => ({ ...item }));

function resultOf(item: UploadItem, result: BatchResult): SendResult {
  if (result.type !== "stored") return result;
  const error = result.failures.get(item.id);
  return error === undefined ? { type: "stored", isVerified: false } : { type: "failed", error };
}
