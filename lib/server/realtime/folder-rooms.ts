import type { ServerEventOf } from "@/lib/contracts/events";
import type { VirtualPath } from "@/lib/shared/paths";
import { toFileEntry } from "@/lib/server/entries/to-file-entry";
import type { FolderChange, Storage } from "@/lib/server/storage/storage";

const maxFolders = 32;

/** The folders that one tab watches; the oldest goes when there are too many. */
type Tell = {
  changed: (change: ServerEventOf<"folder/changed">) => void;
  watched: (state: ServerEventOf<"folder/watched">) => void;
};

export function createFolderRooms(tell: Tell) {
  const watched = new Map<VirtualPath, AbortController>();
  let isOver = false;

  function leave(path: VirtualPath): void {
    watched.get(path)?.abort();
    watched.delete(path);
  }

  return {
    leave,
    /** For good: what is entered later, by a request that was under way, is not watched. */
    leaveAll: () => {
      isOver = true;
      for (const path of watched.keys()) leave(path);
    },
    async enter(path: VirtualPath, storage: Storage): Promise<void> {
      if (isOver) return;
      leave(path);
      const [oldest] = watched.keys();
      if (watched.size >= maxFolders && oldest !== undefined) leave(oldest);
      const controller = new AbortController();
      watched.set(path, controller);
      try {
        await storage.watch(
          path,
          (change) => tell.changed({ path, change: toFolderChange(change) }),
          controller.signal,
        );
        tell.watched({ path, stamp: (await storage.stat(path)).mtimeMs });
      } catch (error) {
        if (watched.get(path) === controller) watched.delete(path);
        throw error;
      }
    },
  };
}

function toFolderChange(change: FolderChange): ServerEventOf<"folder/changed">["change"] {
  if ("gone" in change || "overflow" in change) return change;
  return { upsert: change.upsert.map(toFileEntry), removed: change.removed };
}
