import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { lengthOf, type SparsePiece } from "@/lib/server/storage/holes";
import type { PartStorage, Storage, TreeOptions, TreeResult } from "@/lib/server/storage/storage";
import type { QuotaAccount } from "./quota-account";

/** The storage of an actor who may store so much on this machine's disks: whatever writes there is counted while it does. */
export function limitStorage(storage: Storage, account: QuotaAccount): Storage {
  const counts = (path: VirtualPath) => storage.can(path, "disk");

  /** A whole tree is measured first: single files of it do not pass here. */
  async function asTree(from: VirtualPath, { signal }: TreeOptions, work: () => Promise<TreeResult>) {
    const { bytes } = await storage.measure(from, signal);
    await account.take(bytes);
    let kept = 0;
    try {
      const result = await work();
      kept = result.bytes;
      return result;
    } catch (error) {
      account.forget();
      throw error;
    } finally {
      account.settle(bytes, kept);
    }
  }

  return {
    ...storage,
    pinned: (pins) => limitStorage(storage.pinned(pins), account),
    async write(path, source, options) {
      if (!counts(path)) return storage.write(path, source, options);
      // What is replaced makes room for what comes: else nobody could save who is near the limit.
      const credit = options.conflict === "replace" ? await sizeOf(storage, path) : 0;
      const counted = countSource(source, credit, (bytes) => account.take(bytes));
      let kept = 0;
      try {
        const result = await storage.write(path, counted.source, options);
        kept = result.sizeBytes - credit;
        return result;
      } catch (error) {
        throw counted.refusal() ?? error;
      } finally {
        account.settle(counted.taken(), kept);
      }
    },
    parts: limitParts(storage.parts, { account, counts }),
    copy: async (from, toFolder, options) =>
      counts(toFolder)
        ? asTree(from, options, () => storage.copy(from, toFolder, options))
        : storage.copy(from, toFolder, options),
    move: async (from, toFolder, options) =>
      counts(toFolder) && !counts(from)
        ? asTree(from, options, () => storage.move(from, toFolder, options))
        : storage.move(from, toFolder, options),
    async remove(path, options) {
      try {
        return await storage.remove(path, options);
      } finally {
        account.forget();
      }
    },
    async space(path) {
      const space = await storage.space(path);
      if (!counts(path)) return space;
      const usedBytes = await account.usedBytes();
      const leftBytes = Math.max(0, account.limitBytes - usedBytes);
      if (space.totalBytes > 0 && space.freeBytes <= leftBytes) return space;
      const { limitBytes } = account;
      return {
        totalBytes: limitBytes,
        usedBytes,
        availableBytes: leftBytes,
        freeBytes: leftBytes,
        quotaBytes: limitBytes,
      };
    },
  };
}

type Limits = { account: QuotaAccount; counts: (path: VirtualPath) => boolean };

function limitParts(parts: PartStorage, { account, counts }: Limits): PartStorage {
  return {
    ...parts,
    async append(part, source, options) {
      if (!counts(part.folder)) return parts.append(part, source, options);
      const counted = countSource(source, 0, (bytes) => account.takeFor(part.id, bytes));
      try {
        await parts.append(part, counted.source, options);
      } catch (error) {
        throw counted.refusal() ?? error;
      }
    },
    async place(part, target) {
      const result = await parts.place(part, target);
      account.settleFor(part.id, result.sizeBytes);
      return result;
    },
    async remove(part) {
      await parts.remove(part);
      account.settleFor(part.id, 0);
    },
  };
}

async function sizeOf(storage: Storage, path: VirtualPath): Promise<number> {
  return storage.stat(path).then(
    ({ sizeBytes }) => sizeBytes,
    () => 0, // there is none yet, or writing will say what is wrong
  );
}

/** The source, each chunk of it taken before it is written. A source's failure reaches its reader as a break: `refusal` knows better. */
function countSource<P extends SparsePiece>(
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
