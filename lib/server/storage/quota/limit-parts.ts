import type { PartFile, PartStorage } from "@/lib/server/storage/storage";
import { countSource } from "./count-source";
import type { Limits } from "./limits";

/** Each method by its name, so that the compiler asks of a new one whether it brings bytes or takes some away. */
export function limitParts(parts: PartStorage, { account, counts }: Limits): PartStorage {
  /** What was counted need not have reached the disk. */
  const recount = (part: PartFile): Promise<void> =>
    parts.size(part).then(
      (sizeBytes) => account.cutFor(part.id, sizeBytes),
      () => {}, // nobody can tell: an hour later it counts no more
    );
  return {
    async append(part, source, options) {
      if (!counts(part.folder)) return parts.append(part, source, options);
      const counted = countSource(source, 0, (bytes) => account.takeFor(part.id, bytes));
      try {
        await parts.append(part, counted.source, options);
      } catch (error) {
        await recount(part);
        throw counted.refusal() ?? error;
      }
    },
    async take(part, from, options) {
      // The other one is removed next: for a moment its bytes lie there twice, and count once.
      if (counts(part.folder)) await account.passFor(from.id, { to: part.id, bytes: await parts.size(from) });
      try {
        await parts.take(part, from, options);
      } catch (error) {
        await recount(part);
        throw error;
      }
    },
    async cut(part, sizeBytes) {
      await parts.cut(part, sizeBytes);
      account.cutFor(part.id, sizeBytes);
    },
    async place(part, target, keeping) {
      const result = await parts.place(part, target, keeping);
      account.settleFor(part.id, result.sizeBytes);
      return result;
    },
    async remove(part) {
      await parts.remove(part);
      account.settleFor(part.id, 0);
    },
    // Empty.
    create: (folder, target, record) => parts.create(folder, target, record),
    // These change no byte.
    size: (part) => parts.size(part),
    read: (part, sizeBytes) => parts.read(part, sizeBytes),
    seal: (part, target) => parts.seal(part, target),
  };
}
