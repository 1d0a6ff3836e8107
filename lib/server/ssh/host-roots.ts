import { withoutTrailing } from "@/lib/shared/without-trailing";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import type { Db } from "@/lib/server/db/open-db";
import type { Actor } from "@/lib/server/runtime/ctx";
import { accessOf, holdsRestricted, type Scope } from "@/lib/server/storage/scope";
import { isFor, isSharer } from "./hosts";

/** A saved host, as far as rights are concerned. */
type KnownHost = {
  id: string;
  name: string;
  userId: string;
  roles: string[];
  startFolder: string;
  /** Its files are among the places. */
  isPlace: boolean;
  /** Others may use it, those that it is for. */
  isOffered: boolean;
};

type Who = Pick<Actor, "userId" | "roleId" | "permissions">;

/** Kept here because each request asks. A new list whenever one of them, or what its owner may, changes. */
const state: { hosts: readonly KnownHost[]; loads: number } = { hosts: [], loads: 0 };

export async function loadHostRoots(db: Db): Promise<void> {
  const load = ++state.loads;
  const rows = await db.sshHost.findMany({
    where: { isSaved: true },
    orderBy: { id: "asc" },
    select: { id: true, name: true, userId: true, roles: true, startFolder: true, isPlace: true },
  });
  const owners = [...new Set(rows.map(({ userId }) => userId))];
  const areSharers = await Promise.all(owners.map((userId) => isSharer(db, userId)));
  const sharers = new Set(owners.filter((_, index) => areSharers[index]));
  const hosts = sortByName(rows, ({ name }) => name).map(({ roles, ...row }) => ({
    ...row,
    roles: Array.isArray(roles) ? roles.map(String) : [],
    isOffered: sharers.has(row.userId),
  }));
  // Another one that began later knows more.
  if (load === state.loads && JSON.stringify(hosts) !== JSON.stringify(state.hosts)) state.hosts = hosts;
}

export const hostRoots = (): readonly KnownHost[] => state.hosts;

/** The place id of a host's `/`. */
export const volumeOfHost = (id: string): string => `sftp:${id}`;

/** The place id of the folder where a host's files begin. */
export const topOfHost = ({ id, startFolder }: Pick<KnownHost, "id" | "startFolder">): string =>
  `${volumeOfHost(id)}${withoutTrailing(startFolder, "/")}`;

/** The places of hosts that this actor has. */
export function hostRootsOf(actor: Who) {
  return hostsOf(actor)
    .filter(({ isPlace, isOffered, userId }) => isPlace && (isOffered || userId === actor.userId))
    .map((root) => ({ hostPath: topOfHost(root), note: root.name, isOthers: root.userId !== actor.userId }));
}

/** All saved hosts that are for somebody with these rights, whether their owners may share them at present or not. */
export function hostsOf(actor: Who): readonly KnownHost[] {
  return actor.permissions.has("ssh_proxy") ? state.hosts.filter((host) => isFor(host, actor)) : [];
}

/**
 * Scopes are about the folders of this machine, and of those hosts that they name. On others the account that one signs in with is the limit:
 * they are allowed as a whole.
 */
export function withHosts(scopes: readonly Scope[] | null, places: readonly string[]): readonly Scope[] | null {
  if (scopes === null || places.length === 0) return scopes;
  return scopes.map((scope) => {
    const volumes = places.filter((place) => !namesHostOf(scope, place)).map(volumeOf);
    return volumes.length === 0 ? scope : { ...scope, accessDirs: [...scope.accessDirs, ...volumes] };
  });
}

/** Whether a scope says anything of the host that a place is on; without that it leaves all of it. */
export function namesHostOf({ accessDirs, readOnlyDirs, denyDirs }: Scope, place: string): boolean {
  return [...accessDirs, ...readOnlyDirs, ...denyDirs].some((dir) => isOnSameHost(dir, place));
}

/**
 * A shell, a command or a key of one's own on a host reaches all that the account there does. Throws ssh/folders-only where the actor has only some of the
 * host's folders, or some only to read.
 */
export function assertWholeHost({ id, name }: Pick<KnownHost, "id" | "name">, { scopes }: Pick<Actor, "scopes">): void {
  const volume = volumeOfHost(id);
  const all = withHosts(scopes, [volume]);
  if (accessOf(volume, all) !== "write" || holdsRestricted(volume, all))
    throw new AppError("ssh/folders-only", { host: name });
}

export const isOnSameHost = (place: string, other: string): boolean => volumeOf(place) === volumeOf(other);

const volumeOf = (place: string): string => place.split("/")[0] ?? place;
