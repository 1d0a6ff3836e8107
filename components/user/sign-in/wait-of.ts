import { isAppError } from "@/lib/shared/errors";

/** The pause in seconds that the server asks for after too many tries; 0 for every other failure. */
export function waitOf(error: unknown): number {
  return isAppError(error) && error.key === "auth/throttled" ? Number(error.params["seconds"] ?? 1) : 0;
}
