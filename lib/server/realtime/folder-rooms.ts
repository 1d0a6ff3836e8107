import type { ServerEventOf } from "@/lib/contracts/events";
import type { VirtualPath } from "@/lib/shared/paths";
import { toFileEntry } from "@/lib/server/file/to-file-entry";
import type { FolderChange, Storage } from "@/lib/server/storage/storage";

const maxFolders = 32;
/** A listing is as old as its reading, which began before the browser had it; clocks of network disks differ. */
const slackMs = 5_000;

/** The folders that one tab watches; the oldest goes when there are too many. */
export function createFolderRooms(tell: (change: ServerEventOf<"folder/changed">) => void) {
  const watched = new Map<VirtualPath, AbortController>();

  function leave(path: VirtualPath): void {
    watched.get(path)?.abort();
    watched.delete(path);
  }

  return {
    leave,
    leaveAll: () => {
      for (const path of watched.keys()) leave(path);
    },
    /** What changed between the viewer's listing and the watch was told to nobody: then the listing is to be read again. */
    async tellIfNewer(path: VirtualPath, { storage, ageMs }: { storage: Storage; ageMs: number }): Promise<void> {
      const { mtimeMs } = await storage.stat(path);
      if (mtimeMs >= Date.now() - ageMs - slackMs) tell({ path, change: { overflow: true } });
    },
    async enter(path: VirtualPath, storage: Storage): Promise<void> {
      leave(path);
      const [oldest] = watched.keys();
      if (watched.size >= maxFolders && oldest !== undefined) leave(oldest);
      const controller = new AbortController();
      watched.set(path, controller);
      try {
        await storage.watch(path, (change) => tell({ path, change: toFolderChange(change) }), controller.signal);
      } catch (error) {
        watched.delete(path);
        throw error;
      }
    },
  };
}

function toFolderChange(change: FolderChange): ServerEventOf<"folder/changed">["change"] {
  if ("gone" in change || "overflow" in change) return change;
  return { upsert: change.upsert.map(toFileEntry), removed: change.removed };
}
