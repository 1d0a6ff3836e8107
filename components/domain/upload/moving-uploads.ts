import type { UploadProgress } from "@/lib/contracts/upload";
import { createStore } from "@/lib/shared/store";

/** `fraction`: from 0 to 1; null while its size is not known. */
export type MovingUpload = { upload: UploadProgress; fraction: number | null; bytesPerSecond: number };

type MovingUploads = {
  /** What the server has under way, as far as it may be seen: also what this tab sends. */
  all: readonly MovingUpload[];
  /** How many more there are. */
  left: number;
  /** One's own that other tabs and devices send, without those that are offered to be gone on with here. */
  elsewhere: readonly MovingUpload[];
  /** Ids of the resumable uploads that somebody is sending at this moment. */
  sentIds: ReadonlySet<string>;
};

// Both are kept by follow-uploads.ts, which is loaded after the page.
export const movingUploads = createStore<MovingUploads>({ all: [], left: 0, elsewhere: [], sentIds: new Set() });

/** Whether an earlier visit has left anything behind that nobody is sending: files here or in other browsers, folders in this one. */
export const isAnythingLeft = createStore(false);
