import type { UploadItem, UploadState } from "./upload-item";

/**
 * All uploads of a tab. It is changed in place: with copies, ten thousand files would copy ten thousand entries twice
 * for each file. `applyUpload` (upload-changes.ts) is the only writer; readers are told by the store that it changed.
 */
export type UploadQueue = {
  readonly items: UploadItem[];
  readonly counts: Record<UploadState, number>;
  totalBytes: number;
  /** Bytes of finished items and of the parts sent of the others. */
  sentBytes: number;
  /** Those of them that the server had already: no wire carried them now. */
  standingBytes: number;
  isOffline: boolean;
  /** Requests at the same time; the server makes more of them wait. */
  maxParallel: number;
  sendingBig: number;
  readonly waitingBig: number[];
  readonly waitingSmall: number[];
};

export const mostParallel = 6; // browsers open six connections to one server

export function newUploadQueue(): UploadQueue {
  return {
    items: [],
    counts: { waiting: 0, sending: 0, offline: 0, paused: 0, done: 0, skipped: 0, failed: 0, cancelled: 0 },
    totalBytes: 0,
    sentBytes: 0,
    standingBytes: 0,
    isOffline: false,
    maxParallel: mostParallel,
    sendingBig: 0,
    waitingBig: [],
    waitingSmall: [],
  };
}

export function isUploading({ counts }: UploadQueue): boolean {
  return counts.waiting + counts.sending + counts.offline > 0;
}

/** Held by the user: it goes on when asked to. */
export function hasPaused({ counts }: UploadQueue): boolean {
  return counts.paused > 0;
}

/** Over, and there is nothing to tell about any of them. */
export function isAllDone({ items, counts }: UploadQueue): boolean {
  return counts.done === items.length;
}

/** Neither over nor failed. */
export const isOpen = ({ state }: Pick<UploadItem, "state">) =>
  state === "waiting" || state === "sending" || state === "offline" || state === "paused";
