import type { StorageAdapter } from "@/lib/server/storage/adapter";
import { isUnfinishedFile } from "@/lib/server/storage/own-names";
import { createMemoryStorage } from "./create-memory-storage";
import { findNode, setNode, type MemoryVolume } from "./memory-volume";

/** Storage that is gone with the process. */
export function createMemoryAdapter(volumes: readonly MemoryVolume[]): StorageAdapter {
  return {
    kind: "memory",
    create: (input) => createMemoryStorage(input, volumes),
    places: {
      real: async (place) => place,
      isThere: async (place) => findNode(volumes, place) !== null,
      async sweepPart(place) {
        const slash = place.lastIndexOf("/");
        const [folder, name] = [findNode(volumes, place.slice(0, slash)), place.slice(slash + 1)];
        if (folder?.node.kind === "folder" && isUnfinishedFile(name)) setNode(folder.node, name, null);
        return true;
      },
    },
  };
}
