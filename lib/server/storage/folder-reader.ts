import type { EntryName } from "@/lib/shared/paths";

export type SmallFile = { bytes: Uint8Array; sizeBytes: number; mtimeMs: number };

/**
 * Reads small files of one folder, which was found and checked once: where there are thousands, finding each by its path takes
 * longer than reading it. What each file is to the actor is asked all the same.
 */
export type FolderReader = {
  /**
   * The files of these names, in their order; a few dozen, for they are all held in memory. Null for whatever is no readable regular
   * file of at most so many bytes; links are not followed.
   */
  read(names: readonly EntryName[], maxBytes: number): Promise<(SmallFile | null)[]>;
  /** Waits for what is being read. */
  close(): Promise<void>;
};
