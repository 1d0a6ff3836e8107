import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { uploadContract } from "@/lib/contracts/upload";
import { createStore, type Store } from "@/lib/shared/store";
import { interruptedStore } from "./interrupted-store";

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

/** Whether an earlier visit has left anything behind: files here or in other browsers, folders in this one. */
export const isAnythingLeft: Pick<Store<boolean>, "get" | "subscribe"> = {
  get: () => unfinishedStore.get().length + interruptedStore.get().length > 0,
  subscribe: (listener) => {
    const stops = [unfinishedStore.subscribe(listener), interruptedStore.subscribe(listener)];
    return () => stops.forEach((stop) => stop());
  },
};
