import { isChunkError, withChunkTimeout } from "./chunk-error";

/** Between the tries; phones change networks in that time. */
const pausesMs = [500, 1_500];

/**
 * Loads a part of the page, and tries again twice where it did not come: a connection that breaks off for a moment costs nothing that is on the
 * screen. Without a network it waits for one. Throws what the last try threw, ChunkLoadError after two minutes.
 */
export const loadPart = <T>(load: () => Promise<T>): Promise<T> => withChunkTimeout(() => tryAgain(load));

async function tryAgain<T>(load: () => Promise<T>): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await load();
    } catch (error) {
      if (!isChunkError(error)) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    await online();
  }
  return load();
}

async function online(): Promise<void> {
  if (!navigator.onLine) await new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
}
