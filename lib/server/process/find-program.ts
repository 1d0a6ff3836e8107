import { access, constants } from "node:fs/promises";

/** The first of these host paths that is there and may be run; those that are empty are passed over. */
export async function findProgram(candidates: readonly string[]): Promise<string | null> {
  for (const candidate of candidates) {
    if (candidate === "") continue;
    const isRunnable = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isRunnable) return candidate;
  }
  return null;
}
