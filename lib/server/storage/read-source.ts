import { AppError, isAppError } from "@/lib/shared/errors";
import { filled } from "./holes";
import type { WriteSource } from "./storage";

type Limits = { maxBytes?: number | undefined; signal?: AbortSignal | undefined };

/**
 * All chunks of a source as they come, each a copy. Throws request/cancelled when the source breaks off without saying why, or the signal fires, also while nothing comes, and
 * file/too-large.
 */
export async function* readSource(
  source: WriteSource,
  { maxBytes = Infinity, signal }: Limits,
): AsyncGenerator<Uint8Array, void, undefined> {
  const cancelled = new AppError("request/cancelled");
  const iterator = source instanceof Uint8Array ? once(source) : filled(source);
  let stop = () => {};
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(cancelled);
  });
  stopped.catch(() => {}); // awaited in a race, where there is one
  signal?.addEventListener("abort", stop, { once: true });
  let isOver = false;
  let sizeBytes = 0;
  try {
    for (;;) {
      if (signal?.aborted === true) throw cancelled;
      const next = await Promise.race([iterator.next(), stopped]).catch((error: unknown) => {
        throw isAppError(error) && error.key !== "file/io"
          ? error
          : new AppError("request/cancelled", {}, { cause: error });
      });
      isOver = next.done === true;
      if (next.done === true) return;
      sizeBytes += next.value.byteLength;
      if (sizeBytes > maxBytes) throw new AppError("file/too-large");
      yield Uint8Array.from(next.value);
    }
  } finally {
    signal?.removeEventListener("abort", stop);
    // Not waited for: a source that gives nothing may never answer.
    if (!isOver) iterator.return().catch(() => {});
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield bytes;
}
