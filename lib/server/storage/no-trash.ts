import { AppError } from "@/lib/shared/errors";
import type { TrashStorage } from "@/lib/server/storage/trash-storage";

const refuse = async (): Promise<never> => {
  throw new AppError("trash/unavailable");
};
const gone = async (): Promise<never> => {
  throw new AppError("trash/gone");
};

/** A trash of a storage that has none: what is deleted or replaced there is lost. */
export const noTrash: TrashStorage = {
  assertPossible: refuse,
  plan: refuse,
  put: refuse,
  restore: gone,
  purge: gone,
  mayReach: async () => false,
  measure: gone,
  open: gone,
  settle: async () => "gone",
  find: async () => "gone",
  volume: gone,
};
