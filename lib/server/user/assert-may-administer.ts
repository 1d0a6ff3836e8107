import { AppError } from "@/lib/shared/errors";
import type { ContainerRule } from "@/lib/shared/container-rules";
import { lineOfCommand, type RoleCommand } from "@/lib/shared/commands/role-command";
import { derivedPermissions, type Permission } from "@/lib/shared/permissions";
import {
  commandsOf,
  containerRulesOf,
  permissionsOf,
  quotaOf,
  scopesOf,
  type Grants,
} from "@/lib/server/session/grants";
import { hostsOf, volumeOfHost, withHosts } from "@/lib/server/ssh/host-roots";
import { findExcess, type Scope } from "@/lib/server/storage/scope";
import { findExcessRule } from "./find-excess-rule";

/** What decides about an account: what it has itself, and what its role adds and bounds. */
export type Account = {
  id: string;
  username: string;
  isRoot: boolean;
  disabled: boolean;
  grants: Grants;
  role: { id: string; grants: Grants } | null;
};

/** Before null: made; after null: deleted. A touch that changes no rights (a password) is the same before and after. */
export type AccountChange = { kind: "account"; before: Account | null; after: Account | null };
/** `holders`: every account that has the role, as it is before the change. */
export type RoleChange = { kind: "role"; before: Grants | null; after: Grants | null; holders: readonly Account[] };
/** Something of the actor's own is given to a role, or taken from it: its grants stay as they are. */
export type ReachChange = { kind: "reach"; role: Grants; holders: readonly Account[] };

type Rights = {
  isRoot: boolean;
  permissions: ReadonlySet<Permission>;
  scopes: readonly Scope[] | null;
  commands: readonly RoleCommand[] | null;
  quotaBytes: number | null;
  containers: readonly ContainerRule[];
  /** Ids of SSH hosts. */
  hosts: ReadonlySet<string>;
};

/**
 * Whether this account may make this change (docs/decisions/0013-who-may-give-what.md). Compared is what results, everywhere
 * below: nobody gives what they do not hold, taking a restriction away is giving, nobody changes their own rights, and nobody
 * touches an account that may more. Throws user/grant, user/above or user/own-grants; auth/forbidden for a role's commands without the
 * right to change those; user/factor-demanded.
 */
export function assertMayAdminister(actor: Account, change: AccountChange | RoleChange | ReachChange): void {
  if (actor.isRoot) return;
  if (change.kind !== "reach") assertKeepsDemands(change);
  const limit = withOwnHosts(rightsOf(actor), actor);
  if (change.kind === "reach") assertReachChange(actor, limit, change);
  else if (change.kind === "account") assertAccountChange(actor, limit, change);
  else assertRoleChange(actor, limit, change);
}

/**
 * A role's demand for a second factor is no right that somebody could hold: who made it stands above those who manage its users, and takes it back. An account
 * that is deleted has nothing left to protect.
 */
function assertKeepsDemands(change: AccountChange | RoleChange): void {
  const demanded = change.kind === "role" ? change.before : change.before?.role?.grants;
  if (demanded?.second_factor !== true || (change.kind === "account" && change.after === null)) return;
  const left = change.kind === "role" ? change.after : change.after?.role?.grants;
  if (left?.second_factor !== true) throw new AppError("user/factor-demanded");
}

/** Whether this account may change those that it is asked about in any way, as {@link assertMayAdminister} sees it. */
export function findAdministrable(actor: Account): (account: Account) => boolean {
  if (actor.isRoot) return () => true;
  const limit = withOwnHosts(rightsOf(actor), actor);
  return (account) => excessOf(rightsOf(account), limit) === null;
}

function assertAccountChange(actor: Account, limit: Rights, { before, after }: AccountChange): void {
  if (before !== null) assertNotAbove(before, limit);
  if (after === null) return;
  if (before?.id === actor.id && isOtherwise(before, after)) throw new AppError("user/own-grants");
  // Alone as well: what another restriction hides today would come out when that one goes.
  if (before === null || !isSameGrants(before.grants, after.grants)) assertHeld(rightsOfGrants(after.grants), limit);
  if (after.role !== null && before?.role?.id !== after.role.id) assertHeld(rightsOfGrants(after.role.grants), limit);
  assertHeld(rightsOf(after), limit);
}

function assertRoleChange(actor: Account, limit: Rights, { before, after, holders }: RoleChange): void {
  if (before !== null) assertHeld(rightsOfGrants(before), limit);
  if (after === null || (before !== null && isSameGrants(before, after))) return;
  if (!isSameCommands(before?.commands ?? null, after.commands) && !limit.permissions.has("shell_cmd_check"))
    throw new AppError("auth/forbidden", { permission: "shell_cmd_check" });
  assertHeld(rightsOfGrants(after), limit);
  // Nobody may have the role yet: those whom a provider sends get it without being asked about.
  const isFreed = before !== null && before.quota_bytes !== null && after.quota_bytes === null;
  if (isFreed && limit.quotaBytes !== null) throw new AppError("user/grant", { grant: "quota_bytes" });
  for (const holder of holders) {
    if (holder.id === actor.id) throw new AppError("user/own-grants");
    assertNotAbove(holder, limit);
    if (holder.role !== null) assertHeld(rightsOf({ ...holder, role: { ...holder.role, grants: after } }), limit);
  }
}

/** Whoever has what the role gets cannot be managed any more by those who have it not. The actor has it already: for them it changes nothing. */
function assertReachChange(actor: Account, limit: Rights, { role, holders }: ReachChange): void {
  assertHeld(rightsOfGrants(role), limit);
  for (const holder of holders) if (holder.id !== actor.id) assertNotAbove(holder, limit);
}

/** Of hosts those that are shared with the role: an account's own are nobody's to give. */
function rightsOf({ id, isRoot, grants, role }: Account): Rights {
  const sources = [grants, ...(role === null ? [] : [role.grants])];
  const permissions = permissionsOf(isRoot, sources);
  const used = hostsOf({ userId: id, roleId: role?.id ?? null, permissions });
  const hosts = used.filter(({ userId }) => userId !== id).map((host) => host.id);
  return {
    isRoot,
    permissions,
    scopes: withHosts(scopesOf(isRoot, sources), hosts.map(volumeOfHost)),
    hosts: new Set(hosts),
    commands: commandsOf(isRoot, role?.grants ?? null),
    quotaBytes: quotaOf(isRoot, { own: grants, role: role?.grants ?? null }),
    containers: containerRulesOf(sources),
  };
}

function withOwnHosts(rights: Rights, { id }: Account): Rights {
  const own = hostsOf({ userId: id, roleId: null, permissions: rights.permissions }).map((host) => host.id);
  return {
    ...rights,
    scopes: withHosts(rights.scopes, own.map(volumeOfHost)),
    hosts: new Set([...rights.hosts, ...own]),
  };
}

function rightsOfGrants(grants: Grants): Rights {
  return {
    isRoot: false,
    permissions: permissionsOf(false, [grants]),
    scopes: scopesOf(false, [grants]),
    commands: commandsOf(false, grants),
    // Without a limit of its own it leaves what another says: alone it gives nothing.
    quotaBytes: grants.quota_bytes ?? 0,
    containers: containerRulesOf([grants]),
    hosts: new Set(),
  };
}

function assertNotAbove(account: Account, limit: Rights): void {
  const excess = excessOf(rightsOf(account), limit);
  if (excess !== null) throw new AppError("user/above", { username: account.username, grant: excess });
}

function assertHeld(rights: Rights, limit: Rights): void {
  const excess = excessOf(rights, limit);
  if (excess !== null) throw new AppError("user/grant", { grant: excess });
}

/** What these rights hold and the others do not: `is_root`, a permission (that to SSH hosts for a host as well), a folder, a command, or a rule on containers; null when there is nothing. */
function excessOf(rights: Rights, limit: Rights): string | null {
  if (rights.isRoot && !limit.isRoot) return "is_root";
  for (const permission of rights.permissions) {
    if (!limit.permissions.has(permission) && !derivedPermissions.includes(permission)) return permission;
  }
  if ([...rights.hosts].some((host) => !limit.hosts.has(host))) return "ssh_proxy";
  return (
    findExcess(rights.scopes, limit.scopes) ??
    findExcessCommand(rights, limit) ??
    findExcessRule(rights.containers, limit) ??
    (isMoreStorage(rights, limit) ? "quota_bytes" : null)
  );
}

function isMoreStorage({ quotaBytes }: Rights, limit: Rights): boolean {
  return limit.quotaBytes !== null && (quotaBytes ?? Infinity) > limit.quotaBytes;
}

/** Where nothing can be run they do not count. A shell is more than any list, and a list more than another by what is not in that, word for word. */
function findExcessCommand({ permissions, commands }: Rights, limit: Rights): string | null {
  if (limit.commands === null || !permissions.has("terminal")) return null;
  if (commands === null) return "terminal";
  const held = new Set(limit.commands.map(lineOfCommand));
  return commands.map(lineOfCommand).find((line) => !held.has(line)) ?? null;
}

function isOtherwise(before: Account, after: Account): boolean {
  const isSame = before.isRoot === after.isRoot && before.disabled === after.disabled;
  return !isSame || before.role?.id !== after.role?.id || !isSameGrants(before.grants, after.grants);
}

export function isSameGrants(one: Grants, other: Grants): boolean {
  const isSameList = (a: readonly string[], b: readonly string[]) => {
    const [left, right] = [new Set(a), new Set(b)];
    return left.size === right.size && a.every((item) => right.has(item));
  };
  return (
    isSameList(one.access_dirs, other.access_dirs) &&
    isSameList(one.only_read_dirs, other.only_read_dirs) &&
    isSameList(one.not_access_dirs, other.not_access_dirs) &&
    isSameList(one.auth_list, other.auth_list) &&
    isSameCommands(one.commands, other.commands) &&
    one.quota_bytes === other.quota_bytes &&
    one.second_factor === other.second_factor &&
    JSON.stringify(one.containers) === JSON.stringify(other.containers)
  );
}

function isSameCommands(one: Grants["commands"], other: Grants["commands"]): boolean {
  return JSON.stringify(one?.map(lineOfCommand)) === JSON.stringify(other?.map(lineOfCommand));
}
