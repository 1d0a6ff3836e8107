import { AppError } from "@/lib/shared/errors";
import { lengthOf, type SparsePiece } from "@/lib/server/storage/holes";

/** The source, each chunk of it taken before it is written. A source's failure reaches its reader as a break: `refusal` knows better. */
export function countSource<P extends SparsePiece>(
  source: Uint8Array | AsyncIterable<P>,
  creditBytes: number,
  take: (bytes: number) => Promise<void>,
) {
  let [credit, taken] = [creditBytes, 0];
  let refused: AppError | null = null;
  async function count(bytes: number): Promise<void> {
    const free = Math.min(credit, bytes);
    credit -= free;
    try {
      if (bytes > free) await take(bytes - free);
      taken += bytes - free;
    } catch (error) {
      if (error instanceof AppError) refused = error;
      throw error;
    }
  }
  async function* counted(): AsyncGenerator<P | Uint8Array, void, undefined> {
    if (source instanceof Uint8Array) {
      await count(source.byteLength);
      yield source;
    } else
      for await (const chunk of source) {
        await count(lengthOf(chunk));
        yield chunk;
      }
  }
  return { source: counted(), taken: () => taken, refusal: () => refused };
}
