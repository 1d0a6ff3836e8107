const maxKept = 2_000;

/** Larger files are not read once more for it. */
export const maxSeenBytes = 1_048_576;

/**
 * What small files held when their ETag was given to somebody, by place and ETag. The protocol's times are whole seconds: a file that is changed twice within
 * one, to the same length, keeps its ETag. A save that must not overwrite what its writer has not seen compares the content as well.
 */
export type SeenContents = {
  note: (place: string, etag: string, digest: string) => void;
  /** SHA-256, or null where nothing is known: too large, never read whole, or too long ago. */
  find: (place: string, etag: string) => string | null;
};

export function createSeenContents(): SeenContents {
  const kept = new Map<string, { etag: string; digest: string }>();
  return {
    note(place, etag, digest) {
      kept.delete(place);
      kept.set(place, { etag, digest });
      const [oldest] = kept.keys();
      if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    },
    find(place, etag) {
      const known = kept.get(place);
      return known?.etag === etag ? known.digest : null;
    },
  };
}
