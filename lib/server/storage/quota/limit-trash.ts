import { joinVirtualPath } from "@/lib/shared/paths";
import type { Storage } from "@/lib/server/storage/storage";
import type { TrashStorage } from "@/lib/server/storage/trash-storage";
import type { Limits } from "./limits";
import { sizeOf } from "./size-of";

/** What is in a trash counts for nothing: what goes there makes room, and what comes back takes some. Each method by its name, as of {@link limitParts}. */
export function limitTrash(storage: Storage, { account, counts }: Limits): TrashStorage {
  const { trash } = storage;
  return {
    async put(path, plan) {
      try {
        await trash.put(path, plan);
      } finally {
        account.forget();
      }
    },
    async restore(place, to) {
      const { toFolder, options } = to;
      if (!counts(toFolder)) return trash.restore(place, to);
      const { bytes } = await trash.measure(place, options.signal);
      const standing = joinVirtualPath(toFolder, options.name ?? place.name);
      // As of a write: what gives way makes room.
      const credit = options.conflict === "replace" ? await sizeOf(storage, standing) : 0;
      const taken = Math.max(0, bytes - credit);
      await account.take(taken);
      try {
        return await trash.restore(place, to);
      } finally {
        // Some of it may have stayed there, and what was renamed as a whole is in no report.
        account.settle(taken, taken);
        account.forget();
      }
    },
    // These bring nothing into a folder.
    assertPossible: (folder) => trash.assertPossible(folder),
    plan: (path, of) => trash.plan(path, of),
    purge: (place, options) => trash.purge(place, options),
    mayReach: (origin, kind) => trash.mayReach(origin, kind),
    measure: (place, signal) => trash.measure(place, signal),
    open: (place) => trash.open(place),
    settle: (place, origin) => trash.settle(place, origin),
    find: (place) => trash.find(place),
    volume: (place) => trash.volume(place),
  };
}
