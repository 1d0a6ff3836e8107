import type { OpenFile, Storage } from "@/lib/server/storage/storage";
import { tellUnread, type OnUnread } from "./unread";
import type { Packed } from "./walk-entries";

/** The content of a large file, of which the first bytes have been read. */
export type Content = {
  stat: OpenFile["stat"];
  /** Once. */
  chunks: AsyncIterable<Uint8Array>;
  close: () => Promise<void>;
};

/** Null for what cannot be read, after `onUnread` was told: its first bytes say so before an archive has its name. */
export async function openContent(
  packed: Packed,
  { storage, onUnread }: { storage: Storage; onUnread?: OnUnread | undefined },
): Promise<Content | null> {
  try {
    const file = await storage.open(packed.path);
    try {
      const source = file.stream()[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>; // a byte stream
      const first = await source.next();
      const close = async () => {
        await source.return?.();
        await file.close();
      };
      return { stat: file.stat, chunks: goOn(first, source), close };
    } catch (error) {
      await file.close();
      throw error;
    }
  } catch (error) {
    tellUnread(packed, error, onUnread);
    return null;
  }
}

async function* goOn(first: IteratorResult<Uint8Array>, source: AsyncIterator<Uint8Array>) {
  for (let next = first; next.done !== true; next = await source.next()) yield next.value;
}
