import { createHash } from "node:crypto";
import { isAppError, AppError } from "@/lib/shared/errors";
import { limits } from "@/lib/server/base/limits";
import type { PreviewStore } from "@/lib/server/storage/preview-store";

export type Made = { said: unknown; bytes: Buffer };

let store: PreviewStore | null = null;
const inWork = new Map<string, Promise<Made>>();
/** By key, with the time at which it is tried again: a damaged file costs a worker each time. */
const failed = new Map<string, number>();

export function keepIn(opened: PreviewStore): void {
  store = opened;
}

export function closeStore(): void {
  store?.close();
  store = null;
}

/** A key for what is made of a file as it is now: `identity` says which file, and in what state. */
export const keyOf = (identity: readonly (string | number)[]): string =>
  createHash("sha256").update(JSON.stringify(identity)).digest("base64url");

/** What was made before, or what `make` makes; for many who ask at once it is made once. Throws what `make` throws, and preview/failed for some time after it could not be made. */
export async function kept(key: string, make: () => Promise<Made>): Promise<Made> {
  const found = store?.find(key);
  if (found !== null && found !== undefined) return { bytes: found.bytes, said: JSON.parse(found.said) as unknown };
  if ((failed.get(key) ?? 0) > Date.now()) throw new AppError("preview/failed");
  const running = inWork.get(key);
  if (running !== undefined) return running;
  const work = makeAndKeep(key, make).finally(() => inWork.delete(key));
  inWork.set(key, work);
  return work;
}

async function makeAndKeep(key: string, make: () => Promise<Made>): Promise<Made> {
  try {
    const made = await make();
    store?.keep(key, { bytes: made.bytes, said: JSON.stringify(made.said ?? null) });
    return made;
  } catch (error) {
    if (isAppError(error) && (error.key === "preview/failed" || error.key === "preview/too-large")) noteFailure(key);
    throw error;
  }
}

function noteFailure(key: string): void {
  const { failures, failureMs } = limits.previews.kept;
  failed.delete(key);
  const [oldest] = failed.keys();
  if (failed.size >= failures && oldest !== undefined) failed.delete(oldest);
  failed.set(key, Date.now() + failureMs);
}
