import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Limits, StorageFixture } from "@/lib/server/storage/conformance/support";
import type { WatchedPlaces } from "./known-places";
import { createKnownPlaces } from "./local/known/known-places";
import type { Storage } from "./storage";
import { createLocalStorage } from "./local/create-local-storage";
import { toFsPath } from "./local/sys/fs-path";
import { openJournal } from "./local/journal/journal";

export type LocalFixture = StorageFixture & {
  /** Host paths: the folder of the whole fixture, its root `r`, the journal and the outside world. */
  base: string;
  root: string;
  journalPath: string;
  storageOf: (limits: Limits | null, root?: string) => Storage;
  indexFile: string;
  /** What storages made from now on know of places. */
  known: () => WatchedPlaces;
  /** As if the server had ended and begun again: storages made from now on know what was written down. */
  restart: () => void;
};

/** A temporary folder with a root, a hidden data folder and a folder that nobody may reach. */
export async function makeLocalFixture(
  parent: string = tmpdir(),
  { isIndexed = false }: { isIndexed?: boolean } = {},
): Promise<LocalFixture> {
  const base = await realpath(await mkdtemp(path.join(parent, "storage-")));
  const [root, data, outside] = [path.join(base, "root"), path.join(base, "data"), path.join(base, "outside")];
  for (const folder of [root, data, outside]) await mkdir(folder);
  await writeFile(path.join(outside, "secret"), "secret");
  const indexFile = path.join(data, "search-index.db");
  const journalPath = path.join(data, "journal");
  const placesFile = path.join(data, "known-places.json");
  let known = createKnownPlaces(placesFile);
  const host = (relative: string) => (relative === "" ? root : `${root}/${relative}`);

  function storageOf(limits: Limits | null, place = root): Storage {
    const { accessDirs = [], readOnlyDirs = [], denyDirs = [], protectedPaths = [] } = limits ?? {};
    const scope = {
      accessDirs: accessDirs.map(host),
      readOnlyDirs: readOnlyDirs.map(host),
      denyDirs: denyDirs.map(host),
    };
    return createLocalStorage({
      roots: [{ id: "r", note: "", place, writable: true }],
      scopes: limits === null ? null : [scope],
      protectedPaths: protectedPaths.map(host),
      asker: null,
      hiddenDirs: [data],
      known,
      journal: openJournal(journalPath),
      searchIndex: () => (isIndexed ? { file: indexFile, folders: [root], settledMs: 0 } : null),
    });
  }

  return {
    base,
    root,
    journalPath,
    indexFile,
    known: () => known,
    restart() {
      known.flush();
      known = createKnownPlaces(placesFile);
    },
    storageOf,
    storage: storageOf(null),
    limited: storageOf,
    truth: async (folder) => (await readdir(toFsPath(host(folder)))).sort(),
    makeLink: (text, link) => symlink(text, toFsPath(host(link))),
    outside: {
      path: outside,
      fingerprint: async () =>
        `${(await readdir(outside)).sort().join()} ${await readFile(path.join(outside, "secret"), "utf8")}`,
    },
    // What looks after the trash may still be writing there.
    close: () => rm(base, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
