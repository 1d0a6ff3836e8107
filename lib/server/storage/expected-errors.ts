import { isAppError } from "@/lib/shared/errors";

/** For `catch`, where what is asked for need not be there. */
export function nullIfMissing(error: unknown): null {
  if (isAppError(error) && error.key === "file/not-found") return null;
  throw error;
}

/** For `catch`, where a folder is removed if nothing is left in it. */
export function falseIfNotEmpty(error: unknown): false {
  if (!isAppError(error) || error.key !== "file/not-empty") throw error;
  return false;
}
