import { createStore } from "@/lib/shared/store";
import type { UploadEngine } from "@/lib/client/upload/upload-engine";
import { newUploadQueue, type UploadQueue } from "@/lib/client/upload/upload-queue";

export type UploadView = {
  /** The same object until the panel is closed; `version` tells that it changed. */
  queue: UploadQueue;
  version: number;
  /** Files found while dropped folders are still being read; null otherwise. */
  reading: number | null;
  bytesPerSecond: number;
  /** Of the larger files that are being sent, by id. */
  fileSpeeds: ReadonlyMap<number, number>;
  /** How long the uploads that are over took, without the pauses between them. */
  tookMs: number;
  isMinimised: boolean;
};

/** What the panel shows. The engine writes it at most four times a second. */
export const uploadStore = createStore<UploadView>({
  queue: newUploadQueue(),
  version: 0,
  reading: null,
  bytesPerSecond: 0,
  fileSpeeds: new Map(),
  tookMs: 0,
  isMinimised: false,
});

/** The engine of the running uploads, once it is loaded; for the panel's buttons. */
export const uploadEngine = createStore<UploadEngine | null>(null);
