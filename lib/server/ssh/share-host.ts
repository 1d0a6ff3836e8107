import type { Ctx } from "@/lib/server/runtime/ctx";
import { changeRoleReach } from "@/lib/server/session/role-reach";
import { rolesOf, type HostRow } from "./hosts";

type Caller = Pick<Ctx, "db" | "actor">;

/** Makes a change of hosts, judged as sharing with each of these roles: throws what {@link changeRoleReach} does. */
export async function sharing<T>(ctx: Caller, roleIds: Iterable<string>, change: () => Promise<T>): Promise<T> {
  const roles = [...new Set(roleIds)];
  return roles.length === 0 ? change() : changeRoleReach(ctx, roles, change);
}

/** The roles whose users reach other hosts by way of this one: where it is decides where they come to. */
export async function rolesBehind({ db }: Pick<Ctx, "db">, { id, userId }: Pick<HostRow, "id" | "userId">) {
  const hosts = await db.sshHost.findMany({ where: { userId }, select: { id: true, jumpId: true, roles: true } });
  const way = new Set([id]);
  for (const from of way) for (const host of hosts) if (host.jumpId === from) way.add(host.id);
  return hosts.filter((host) => host.id !== id && way.has(host.id)).flatMap((host) => rolesOf(host));
}
