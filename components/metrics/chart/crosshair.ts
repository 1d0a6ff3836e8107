import { createStore } from "@/lib/shared/store";

/** The time that the pointer, or the keys, are at in any of the charts, in milliseconds: all of them show it. */
export const crosshair = createStore<number | null>(null);
