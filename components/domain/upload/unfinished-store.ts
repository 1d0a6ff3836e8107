import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { uploadContract } from "@/lib/contracts/upload";
import { createStore } from "@/lib/shared/store";

export type UnfinishedUpload = OutputOf<typeof uploadContract.listUploads>["uploads"][number];

/** What an earlier visit or another browser began and nobody goes on with here. */
export const unfinishedStore = createStore<readonly UnfinishedUpload[]>([]);

/** For the panel: those of earlier visits and of other browsers, without what this tab is sending and what was put off. */
export async function loadUnfinished(putOff: readonly string[]): Promise<void> {
  unfinishedStore.set((await listUnfinished()).filter(({ id }) => !putOff.includes(id)));
}

export async function listUnfinished(): Promise<UnfinishedUpload[]> {
  return (await api.upload.listUploads({})).uploads;
}

export function forgetUnfinished(id: string): void {
  unfinishedStore.set((uploads) => uploads.filter((upload) => upload.id !== id));
}
