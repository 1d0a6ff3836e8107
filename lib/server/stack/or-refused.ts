import { AppError, isAppError } from "@/lib/shared/errors";

const maxText = 500;

/** Throws stack/refused with what the machine says of it. */
export async function orRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (isAppError(cause)) throw cause;
    throw new AppError(
      "stack/refused",
      { text: (cause instanceof Error ? cause.message : "").slice(0, maxText) },
      { cause },
    );
  }
}
