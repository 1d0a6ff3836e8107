import type { OutputOf } from "@/lib/contracts/endpoint";
import type { uploadContract } from "@/lib/contracts/upload";
import { createStore } from "@/lib/shared/store";

export type UnfinishedUpload = OutputOf<typeof uploadContract.listUploads>["uploads"][number];

/** What an earlier visit or another browser began and nobody goes on with here. */
export const unfinishedStore = createStore<readonly UnfinishedUpload[]>([]);

export function forgetUnfinished(id: string): void {
  unfinishedStore.set((uploads) => uploads.filter((upload) => upload.id !== id));
}
