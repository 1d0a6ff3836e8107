import { createStore } from "@/lib/shared/store";

/** What stays as one goes from picture to picture. */
type LightTable = { hasInfo: boolean; isPlaying: boolean; seconds: number };

export const lightTable = createStore<LightTable>({ hasInfo: false, isPlaying: false, seconds: 4 });

export function changeLightTable(change: Partial<LightTable>): void {
  lightTable.set((table) => ({ ...table, ...change }));
}
