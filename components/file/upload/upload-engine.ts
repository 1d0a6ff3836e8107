import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { applyUpload, startNextUpload, type UploadItem, type UploadQueue } from "./upload-queue";

export type SendResult = { type: "stored" } | { type: "failed"; error: ErrorKey } | { type: "lost" };

/** What the engine needs from the world; the browser's are in upload-ports.ts. */
export type UploadPorts = {
  send: (item: UploadItem, onProgress: (sentBytes: number) => void, signal: AbortSignal) => Promise<SendResult>;
  /** Makes a folder and the missing ones above it; one that exists is fine. */
  createFolder: (path: VirtualPath) => Promise<void>;
  isServerUp: () => Promise<boolean>;
  /** Ends after the time or earlier when the browser says that it is online again. */
  pause: (delayMs: number) => Promise<void>;
};

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

export type UploadEngine = {
  /** Starts whatever may start; call it after every change of the queue. */
  pump: () => void;
  cancel: (id: number) => void;
  cancelAll: () => void;
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

  async function attempt(item: UploadItem, signal: AbortSignal): Promise<SendResult> {
    try {
      if (item.label.includes("/")) await folderReady(item.folder);
    } catch (error) {
      const key = isAppError(error) ? error.key : "internal";
      return key === "network" ? { type: "lost" } : { type: "failed", error: key };
    }
    if (signal.aborted) return { type: "failed", error: "request/cancelled" };
    return ports.send(
      item,
      (sentBytes) => {
        applyUpload(queue, { type: "progress", id: item.id, sentBytes });
        onChange();
      },
      signal,
    );
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

  function settle(item: UploadItem, result: SendResult): void {
    if (result.type === "stored") applyUpload(queue, { type: "done", id: item.id });
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
    for (let item = startNextUpload(queue); item !== null; item = startNextUpload(queue)) void run(item); // it never rejects
    onChange();
  }

  return {
    pump,
    cancel: (id) => {
      applyUpload(queue, { type: "cancel", id });
      running.get(id)?.abort();
      pump();
    },
    cancelAll: () => {
      applyUpload(queue, { type: "cancel-all" });
      for (const abort of running.values()) abort.abort();
      pump();
    },
  };
}
