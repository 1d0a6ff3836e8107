import type { Db } from "@/lib/server/db/open-db";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Scope } from "@/lib/server/storage/scope";
import { mayUse } from "./hosts";

/** A host whose files are among the places. */
export type HostRoot = { id: string; name: string; userId: string; roles: string[]; startFolder: string };

/** Kept here because each request asks. A new list whenever one of them changes. */
const state: { roots: readonly HostRoot[] } = { roots: [] };

export async function loadHostRoots(db: Db): Promise<void> {
  const rows = await db.sshHost.findMany({
    where: { isPlace: true, isSaved: true },
    orderBy: [{ name: "asc" }, { id: "asc" }],
    select: { id: true, name: true, userId: true, roles: true, startFolder: true },
  });
  state.roots = rows.map(({ roles, ...row }) => ({ ...row, roles: Array.isArray(roles) ? roles.map(String) : [] }));
}

export const hostRoots = (): readonly HostRoot[] => state.roots;

/** The place id of the folder where a host's files begin. */
export const topOfHost = ({ id, startFolder }: Pick<HostRoot, "id" | "startFolder">): string =>
  `sftp:${id}${startFolder.replace(/\/+$/, "")}`;

/** The places of hosts that this actor has. */
export function hostRootsOf(actor: Pick<Actor, "userId" | "roleId" | "permissions">) {
  if (!actor.permissions.has("ssh_proxy")) return [];
  return state.roots
    .filter((root) => mayUse(root, actor))
    .map((root) => ({ hostPath: topOfHost(root), note: root.name }));
}

/**
 * Scopes are about the folders of this machine, and of those hosts that they name. On others the account that one signs in with is the limit:
 * they are allowed as a whole.
 */
export function withHosts(scopes: readonly Scope[] | null, places: readonly string[]): readonly Scope[] | null {
  if (scopes === null || places.length === 0) return scopes;
  return scopes.map((scope) => {
    const named = [...scope.accessDirs, ...scope.readOnlyDirs, ...scope.denyDirs];
    const free = places.filter((place) => !named.some((dir) => dir.startsWith(volumeOf(place))));
    return free.length === 0 ? scope : { ...scope, accessDirs: [...scope.accessDirs, ...free.map(volumeOf)] };
  });
}

const volumeOf = (place: string): string => place.split("/")[0] ?? place;
