import { AppError, type ErrorKey } from "@/lib/shared/errors";

/** Turns Prisma's P2002 (unique constraint) into the given failure; everything else is thrown on. */
export function refuseTaken(key: ErrorKey): (error: unknown) => never {
  return (error) => {
    if (error instanceof Error && "code" in error && error.code === "P2002")
      throw new AppError(key, {}, { cause: error });
    throw error;
  };
}
