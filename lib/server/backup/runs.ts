import type { Db } from "@/lib/server/db/open-db";
import { AppError, isAppError } from "@/lib/shared/errors";
import { backupState } from "./backup-setting";

let isAtWork = false;
/** When one began whose end could not be noted: the next is still not due at once. */
let unnotedAtMs = 0;

export const isBackupRunning = () => isAtWork;
export const lastBegunAtMs = () => Math.max(unnotedAtMs, backupState.get().last?.at ?? 0);

/** One at a time, whose end is noted. Throws backup/running, and what `work` throws. */
export async function runOnce<T extends { name: string }>(
  { db, signal }: { db: Db; signal: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  if (isAtWork) throw new AppError("backup/running");
  isAtWork = true;
  const at = Date.now();
  const note = async (change: Partial<ReturnType<typeof backupState.get>>) => {
    try {
      await backupState.save(db, { ...backupState.get(), ...change });
    } catch (error) {
      unnotedAtMs = at;
      throw error;
    }
  };
  try {
    const made = await work();
    await note({ last: { at, name: made.name, problem: null }, last_done_at: Date.now() });
    return made;
  } catch (error) {
    // One that is cancelled was not to be; the end of the server is made up for.
    if (!signal.aborted) await note({ last: { at, name: null, problem: isAppError(error) ? error.key : "internal" } });
    throw error;
  } finally {
    isAtWork = false;
  }
}
