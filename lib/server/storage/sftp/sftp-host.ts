import { AppError } from "@/lib/shared/errors";
import type { SftpSession } from "./protocol/sftp-session";
import type { SeenContents } from "./seen-contents";

/** `volume`: the id of a saved host. Rejects with an AppError when there is no connection and none can be made without asking a person. */
export type OpenSftp = (volume: string, userId: string | null) => Promise<SftpSession>;

/** A host as it is reached at this moment, by somebody's account there. */
export type SftpHost = {
  readonly volume: string;
  /** Of the account that is used there: what was found by one is nothing to another. */
  readonly key: string;
  readonly session: SftpSession;
};

/** What all storages of the adapter share. */
export type SftpShared = {
  readonly open: (volume: string, userId: string | null) => Promise<SftpHost>;
  readonly seen: SeenContents;
  /** Real paths of folders that roots and lists name, for a few seconds. */
  readonly reals: Map<string, { real: string; atMs: number }>;
  /** Told of the places of folders whose names changed by us, so that whoever looks at them need not wait. */
  readonly changes: Set<(place: string) => void>;
  /** Temporary files that could not be removed because the session had ended: by {@link SftpHost.key}. */
  readonly leftovers: Map<string, Set<string>>;
};

const prefix = "sftp:";
const maxLeftovers = 1_000;

/** The volume of a place id and the path on it; null for another adapter's. */
export function parsePlace(place: string): { volume: string; path: string } | null {
  if (!place.startsWith(prefix)) return null;
  const slash = place.indexOf("/");
  const volume = place.slice(prefix.length, slash < 0 ? undefined : slash);
  return volume === "" ? null : { volume, path: slash < 0 ? "/" : place.slice(slash) };
}

export function placeAt({ volume }: Pick<SftpHost, "volume">, path: string): string {
  return path === "/" ? `${prefix}${volume}` : `${prefix}${volume}${path}`;
}

export function parentPath(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf("/")));
}

/** Connects, and removes first what an earlier session left behind on the host. */
export async function openHost(
  open: OpenSftp,
  leftovers: SftpShared["leftovers"],
  { volume, userId }: { volume: string; userId: string | null },
): Promise<SftpHost> {
  const session = await open(volume, userId);
  if (session.isEnded) throw new AppError("storage/away");
  const host = { volume, key: `${volume}\0${userId ?? ""}`, session };
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
