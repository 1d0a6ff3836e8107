import type { HalfSignedIn } from "@/lib/contracts/second-factor";
import { isAppError, type AppError } from "@/lib/shared/errors";

/** Whether a sign-in goes on with a second factor; the server gives along what it goes on with. */
export function isHalf(error: unknown): error is AppError & { detail: HalfSignedIn } {
  return isAppError(error) && error.key === "auth/second-factor";
}
