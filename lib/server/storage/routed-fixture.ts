import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Limits, StorageFixture } from "./conformance/support";
import { createMemoryAdapter } from "./memory/memory-adapter";
import { createMemoryVolume, findNode } from "./memory/memory-volume";
import { openStorage } from "./open-storage";
import type { Storage } from "./storage";

export type RoutedFixture = StorageFixture & {
  /** With limits in place ids, see {@link place}. */
  within: (limits: { [K in keyof Limits]: string[] }) => Storage;
  /** The place id of a path below one of the two roots. */
  place: (root: "r" | "disk", relative: string) => string;
};

/** A root `r` in memory and beside it a root `disk` in a temporary folder. */
export async function makeRoutedFixture(): Promise<RoutedFixture> {
  const base = await realpath(await mkdtemp(path.join(tmpdir(), "storage-")));
  const [disk, data] = [path.join(base, "disk"), path.join(base, "data")];
  for (const folder of [disk, data]) await mkdir(folder);
  const volume = createMemoryVolume("test");
  const makeStorage = await openStorage({
    journalFile: path.join(data, "journal"),
    hiddenDirs: [data],
    searchIndex: () => null,
    others: [createMemoryAdapter([volume])],
  });
  const roots = [
    { id: "r", note: "", place: volume.place, writable: true },
    { id: "disk", note: "", place: disk, writable: true },
  ];
  const place = (root: "r" | "disk", relative: string) =>
    [root === "r" ? volume.place : disk, relative].filter((part) => part !== "").join("/");
  const within: RoutedFixture["within"] = ({
    accessDirs = [],
    readOnlyDirs = [],
    denyDirs = [],
    protectedPaths = [],
  }) => makeStorage({ roots, scopes: [{ accessDirs, readOnlyDirs, denyDirs }], protectedPaths, asker: null });

  return {
    storage: makeStorage({ roots, scopes: null, protectedPaths: [], asker: null }),
    within,
    place,
    limited: (limits) =>
      within(
        Object.fromEntries(
          Object.entries(limits).map(([list, paths]) => [list, paths.map((relative) => place("r", relative))]),
        ),
      ),
    truth: async (folder) => {
      if (folder.startsWith("disk:")) return (await readdir(path.join(disk, folder.slice(5)))).sort();
      const node = findNode([volume], place("r", folder))?.node;
      if (node?.kind !== "folder") throw new Error(`no folder: ${folder}`);
      return [...node.nodes.keys()].sort();
    },
    close: () => rm(base, { recursive: true, force: true }),
  };
}
