import type { ReplacedTrash } from "./trash-storage";

/** For what a link leads to: nothing is kept, but what has been replaced is told. */
export const keptNowhere = (trash: ReplacedTrash | null): ReplacedTrash | null =>
  trash && { ...trash, isWanted: async () => false };
