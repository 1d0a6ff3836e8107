import path from "node:path";
import { createLocalStorage } from "./local/create-local-storage";
import { openJournal } from "./local/journal/journal";
import { sweepTemporaries } from "./local/journal/sweep-temporaries";
import { openKnownPlaces } from "./local/known/known-places";
import { localPlaces } from "./local/local-places";
import type { StorageAdapter, StorageInput } from "./adapter";
import { addPlaces } from "./places";
import { routeStorage } from "./route-storage";
import type { IndexPlace } from "./index-file";
import { createContainerAdapter, type OpenContainerFiles } from "./container/container-adapter";
import { sessionsOver, type ConnectHost } from "./sftp/sessions-over";
import { createSftpAdapter } from "./sftp/sftp-adapter";
import type { WatchedPlaces } from "./known-places";
import type { Storage } from "./storage";

type Settings = {
  /** Where the server notes what a kill would leave behind. */
  journalFile: string;
  /** Host paths that nobody reaches, such as the server's own data with its keys. */
  hiddenDirs: readonly string[];
  /** Where names may be kept for searches. */
  searchIndex: () => IndexPlace | null;
  /** How hosts are reached whose files are places. */
  connectHost?: ConnectHost;
  /** How containers are reached whose files are places. */
  openContainer?: OpenContainerFiles;
  /** Further adapters. */
  others?: readonly StorageAdapter[];
};

/** The places that are known by their numbers, by their file in the data folder. */
export function placesIn(dataDir: string): WatchedPlaces {
  return openKnownPlaces(path.join(dataDir, "known-places.json"));
}

/**
 * Puts the storages of this server together, once at its start and before anything writes: removes first what killed runs left behind. Gives what makes
 * the storage of one actor.
 */
export async function openStorage(settings: Settings): Promise<(input: StorageInput) => Storage> {
  await sweepTemporaries(settings.journalFile);
  const journal = openJournal(settings.journalFile);
  const known = placesIn(path.dirname(settings.journalFile));
  const { hiddenDirs, searchIndex, connectHost, openContainer, others = [] } = settings;
  const local: StorageAdapter = {
    kind: "local",
    places: localPlaces,
    create: (input) => createLocalStorage({ ...input, hiddenDirs, known, journal, searchIndex }),
  };
  const hosts = connectHost === undefined ? [] : [createSftpAdapter(sessionsOver(connectHost))];
  const containers = openContainer === undefined ? [] : [createContainerAdapter(openContainer)];
  const adapters = [local, ...hosts, ...containers, ...others];
  for (const { kind, places } of adapters) addPlaces(kind, places);
  return (input) => routeStorage(input, adapters);
}
