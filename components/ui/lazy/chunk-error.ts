export const chunkTimeoutMs = 120_000;

/** A part of the page that did not come: missing after an upgrade, cut off, or too late (spec §8). */
export class ChunkLoadError extends Error {
  override readonly name = "ChunkLoadError";
}

// Browsers and bundlers each have their own words for a module that could not be fetched.
const wordings = [
  /Loading (CSS )?chunk/i,
  /Failed to load chunk/i,
  /Failed to fetch dynamically imported module/i,
  /error loading dynamically imported module/i,
  /Importing a module script failed/i,
];

export function isChunkError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error.name === "ChunkLoadError" || wordings.some((wording) => wording.test(error.message));
}

/** The import, or a ChunkLoadError after the timeout. */
export function withChunkTimeout<T>(load: () => Promise<T>, timeoutMs = chunkTimeoutMs): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError("CHUNK_TIMEOUT")), timeoutMs);
    load()
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
  });
}
