import type { VirtualPath } from "@/lib/shared/paths";
import type { Storage, TreeOptions, TreeResult } from "@/lib/server/storage/storage";
import { countSource } from "./count-source";
import { limitParts } from "./limit-parts";
import { limitTrash } from "./limit-trash";
import type { QuotaAccount } from "./quota-account";
import { sizeOf } from "./size-of";

/**
 * The storage of an actor who may store so much on this machine's disks: whatever writes there is counted while it does. Each method by its name: of a new one the
 * compiler asks whether it brings bytes or takes some away.
 */
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
    trash: limitTrash(storage, { account, counts }),
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
    async space(path, wantedBytes) {
      const space = await storage.space(path);
      if (!counts(path)) return space;
      const usedBytes = await account.usedBytes(wantedBytes);
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
    // The end of a move, of which the beginning was counted.
    removeMoved: (path, stamp) => storage.removeMoved(path, stamp),
    // From one folder of the disk to another: what the actor may take from somewhere has counted there.
    rename: (from, to) => storage.rename(from, to),
    // Folders, rights, and times hold no bytes.
    createFolder: (path, options) => storage.createFolder(path, options),
    remakeFolder: (path, traits) => storage.remakeFolder(path, traits),
    removeEmptyFolder: (path) => storage.removeEmptyFolder(path),
    setAttributes: (path, options) => storage.setAttributes(path, options),
    sync: (folder) => storage.sync(folder),
    // These only look.
    roots: () => storage.roots(),
    can: (path, capability) => storage.can(path, capability),
    locate: (place) => storage.locate(place),
    placeOf: (path) => storage.placeOf(path),
    identify: (path) => storage.identify(path),
    list: (folder, signal, ask) => storage.list(folder, signal, ask),
    stat: (path) => storage.stat(path),
    entry: (path) => storage.entry(path),
    open: (path) => storage.open(path),
    readFolder: (folder) => storage.readFolder(folder),
    folderTraits: (path) => storage.folderTraits(path),
    assertMovable: (path) => storage.assertMovable(path),
    details: (path) => storage.details(path),
    measure: (path, signal) => storage.measure(path, signal),
    survey: (path, options) => storage.survey(path, options),
    search: (folder, query, signal) => storage.search(folder, query, signal),
    searchText: (folder, query, signal) => storage.searchText(folder, query, signal),
    mounts: () => storage.mounts(),
    watch: (folder, onChange, signal) => storage.watch(folder, onChange, signal),
  };
}
