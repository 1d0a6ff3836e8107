import { AppError } from "@/lib/shared/errors";
import type { Asker } from "@/lib/server/storage/adapter";
import type { SftpSession } from "./protocol/sftp-session";
import type { SeenContents } from "./seen-contents";

/** `volume`: the id of a saved host. Rejects with an AppError when there is no connection and none can be made without asking a person. */
export type OpenSftp = (volume: string, asker: Asker | null) => Promise<SftpSession>;

/** A host as it is reached at this moment, by somebody's account there. */
export type SftpHost = {
  /** How its place ids begin. */
  readonly volume: string;
  /** Of the account that is used there: what was found by one is nothing to another. */
  readonly key: string;
  /** Whose share of what all of them may hold is used: the account here. */
  readonly holder: string;
  readonly session: SftpSession;
};

/** What is different about what is reached by sessions. */
export type SessionKind = {
  /** See {@link StorageAdapter.kind}. */
  readonly kind: string;
  /** Whether what is deleted there can be kept there. */
  readonly keepsTrash: boolean;
  /** How often a folder that somebody looks at is read again. */
  readonly lookEveryMs: number;
  /** Whether whoever looks at a folder is told when it cannot be reached any more, to ask for it again and see why. */
  readonly tellsLoss: boolean;
};

/** What all storages of the adapter share. */
export type SftpShared = SessionKind & {
  readonly open: (volume: string, asker: Asker | null) => Promise<SftpHost>;
  readonly seen: SeenContents;
  /** Real paths of folders that roots and lists name, for a few seconds. */
  readonly reals: Map<string, { real: string; atMs: number }>;
  /** Told of the places of folders whose names changed by us, so that whoever looks at them need not wait. */
  readonly changes: Set<(place: string) => void>;
  /** Temporary files that could not be removed because the session had ended: by {@link SftpHost.key}. */
  readonly leftovers: Map<string, Set<string>>;
};

const maxLeftovers = 1_000;
const volumePattern = /^[a-z]+:[^/]+/;

/** The volume of a place id, with the word of its kind, and the path on it; null for a place on this machine's disks. */
export function parsePlace(place: string): { volume: string; path: string } | null {
  const volume = volumePattern.exec(place)?.[0];
  return volume === undefined ? null : { volume, path: place.slice(volume.length) || "/" };
}

export function placeAt({ volume }: Pick<SftpHost, "volume">, path: string): string {
  return path === "/" ? volume : `${volume}${path}`;
}

export function parentPath(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** Connects, and removes first what an earlier session left behind on the host. */
export async function openHost(
  open: OpenSftp,
  leftovers: SftpShared["leftovers"],
  { volume, asker }: { volume: string; asker: Asker | null },
): Promise<SftpHost> {
  const session = await open(volume.slice(volume.indexOf(":") + 1), asker);
  if (session.isEnded) throw new AppError("storage/away");
  const holder = asker?.userId ?? "";
  const host = { volume, key: `${volume}\0${holder}`, holder, session };
  const left = leftovers.get(host.key);
  if (left !== undefined) {
    leftovers.delete(host.key);
    await Promise.all([...left].map((path) => removeTemporary(leftovers, host, path)));
  }
  return host;
}

/** Removes a temporary file; what cannot be reached now is removed with the next session. */
export async function removeTemporary(leftovers: SftpShared["leftovers"], host: SftpHost, path: string): Promise<void> {
  try {
    await host.session.remove(path);
  } catch {
    if (!host.session.isEnded) return; // gone, or not ours to remove any more
    const left = leftovers.get(host.key) ?? new Set();
    leftovers.set(host.key, left);
    if (left.size < maxLeftovers) left.add(path);
  }
}
