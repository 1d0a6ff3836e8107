import type { Limits, StorageFixture } from "@/lib/server/storage/conformance/support";
import { createMemoryStorage } from "./create-memory-storage";
import { createMemoryVolume, findNode } from "./memory-volume";

/** A volume of its own with the root `r`. */
export async function makeMemoryFixture(): Promise<StorageFixture> {
  const volume = createMemoryVolume("test");
  const { place } = volume;
  const host = (relative: string) => (relative === "" ? place : `${place}/${relative}`);
  const storageOf = (limits: Limits | null) => {
    const { accessDirs = [], readOnlyDirs = [], denyDirs = [], protectedPaths = [] } = limits ?? {};
    const scope = {
      accessDirs: accessDirs.map(host),
      readOnlyDirs: readOnlyDirs.map(host),
      denyDirs: denyDirs.map(host),
    };
    return createMemoryStorage(
      {
        roots: [{ id: "r", note: "", place, writable: true }],
        scopes: limits === null ? null : [scope],
        protectedPaths: protectedPaths.map(host),
        asker: null,
      },
      [volume],
    );
  };
  return {
    storage: storageOf(null),
    limited: storageOf,
    truth: async (folder) => {
      const node = findNode([volume], host(folder))?.node;
      if (node?.kind !== "folder") throw new Error(`no folder: ${folder}`);
      return [...node.nodes.keys()].sort();
    },
    close: async () => {},
  };
}
