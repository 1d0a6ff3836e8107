import { z } from "zod";
import { containerRights, type ContainerRule } from "@/lib/shared/container-rules";
import type { RoleCommand } from "@/lib/shared/commands/role-command";
import { isPermission, permissionNames, type Permission } from "@/lib/shared/permissions";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import type { Scope } from "@/lib/server/storage/scope";

const list = z.array(z.string()).catch([]);

/** What a role or a user alone grants, as stored. */
export const storedGrants = z.object({
  access_dirs: list,
  not_access_dirs: list,
  only_read_dirs: list,
  auth_list: list,
  /** Of roles alone: all that their users may run; null: no limit. What cannot be read lets nothing run. */
  commands: z
    .array(z.object({ program: z.string(), args: z.string() }))
    .nullable()
    .default(null)
    .catch([]),
  /** What may be stored in the writable folders; null: no limit. The user's own counts before the role's. What cannot be read lets nothing be stored. */
  quota_bytes: z.number().nullable().default(null).catch(0),
  /** Of roles alone: its users must have a second factor. What cannot be read requires one. */
  second_factor: z.boolean().default(false).catch(true),
  /** What cannot be read opens no container. */
  containers: z
    .array(z.object({ match: z.string(), may: z.array(z.enum(containerRights)) }))
    .default([])
    .catch([]),
});
export type Grants = z.infer<typeof storedGrants>;
export type SomeGrants = { [K in keyof Grants]?: Grants[K] | undefined };

export const noGrants: Grants = {
  access_dirs: [],
  not_access_dirs: [],
  only_read_dirs: [],
  auth_list: [],
  commands: null,
  quota_bytes: null,
  second_factor: false,
  containers: [],
};

/** Made once: that takes longer than what it does. */
const grantsOrNone = storedGrants.catch(noGrants);

const folderLists = z
  .object({ access_dirs: list.unwrap(), not_access_dirs: list.unwrap(), only_read_dirs: list.unwrap() })
  .partial()
  .nullish();

/** What cannot be read opens no folder, also where another source opens some: a list that denies may have been among it. */
export function parseGrants(json: unknown): Grants {
  const grants = grantsOrNone.parse(json);
  if (folderLists.safeParse(json).success) return grants;
  return { ...grants, access_dirs: [], only_read_dirs: [], not_access_dirs: ["/"] };
}

/** The union of what the user and the role grant; everything for root. */
export function permissionsOf(isRoot: boolean, sources: readonly Grants[]): ReadonlySet<Permission> {
  if (isRoot) return new Set(permissionNames);
  const listed = sources.flatMap(({ auth_list }) => auth_list).filter(isPermission);
  return new Set(containerRulesOf(sources).length > 0 ? [...listed, "docker_container_rule" as const] : listed);
}

/** The union of what the user and the role open of containers. */
export function containerRulesOf(sources: readonly Grants[]): readonly ContainerRule[] {
  return sources.flatMap(({ containers }) => containers);
}

/** All that may be run on this machine instead of a shell; null: no limit, as for root. */
export function commandsOf(isRoot: boolean, role: Grants | null): readonly RoleCommand[] | null {
  return isRoot ? null : (role?.commands ?? null);
}

/** What may be stored in all; null: no limit, as for root. */
export function quotaOf(isRoot: boolean, { own, role }: { own: Grants; role: Grants | null }): number | null {
  return isRoot ? null : (own.quota_bytes ?? role?.quota_bytes ?? null);
}

/** The directory scopes that must all allow; a source without any list has no say, and with none nothing is allowed. */
export function scopesOf(isRoot: boolean, sources: readonly Grants[]): readonly Scope[] | null {
  if (isRoot) return null;
  const scopes = sayOf(sources).filter((scope) => scope !== null);
  return scopes.length > 0 ? scopes : [toScope(noGrants)];
}

/**
 * What each source says of folders; null without any list: it has no say. One whose lists name folders of hosts alone has no say about this machine
 * where another has.
 */
export function sayOf(sources: readonly Grants[]): (Scope | null)[] {
  const all = sources.map((grants) => {
    const scope = toScope(grants);
    return namedIn(scope).length > 0 ? scope : null;
  });
  const isHere = (scope: Scope) => namedIn(scope).some((dir) => kindOfPlace(dir) === "local");
  if (!all.some((scope) => scope !== null && isHere(scope))) return all;
  return all.map((scope) =>
    scope === null || isHere(scope) ? scope : { ...scope, accessDirs: [...scope.accessDirs, "/"] },
  );
}

const namedIn = ({ accessDirs, readOnlyDirs, denyDirs }: Scope) => [...accessDirs, ...readOnlyDirs, ...denyDirs];

function toScope(grants: Grants): Scope {
  return { accessDirs: grants.access_dirs, readOnlyDirs: grants.only_read_dirs, denyDirs: grants.not_access_dirs };
}
