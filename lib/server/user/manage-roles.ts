import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import { endSessions } from "@/lib/server/session/end-sessions";
import { parseGrants } from "@/lib/server/session/grants";
import { assertMayGrant } from "./assert-may-grant";
import { resolveGrants } from "./resolve-grants";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import { toGrantFields } from "./manage-users";

export const listRoles: Service<typeof userContract.listRoles> = async (_, { db }) => {
  const rows = await db.role.findMany({ orderBy: { name: "asc" }, include: { _count: { select: { users: true } } } });
  return {
    roles: rows.map((row) => ({ id: row.id, name: row.name, ...toGrantFields(row.grants), users: row._count.users })),
  };
};

export const createRole: Service<typeof userContract.createRole> = async ({ name, ...fields }, { db, actor }) => {
  const grants = parseGrants(await resolveGrants(fields));
  assertMayGrant(actor, grants);
  const id = randomId();
  await db.role.create({ data: { id, name, grants } }).catch(refuseTaken("role/exists"));
  return { id };
};

/** Ends the sessions of the role's users, so that the change holds at once everywhere. */
export const updateRole: Service<typeof userContract.updateRole> = async ({ id, name, ...fields }, ctx) => {
  const role = await getManageable(ctx, id);
  const grants = { ...parseGrants(role.grants), ...(await resolveGrants(fields)) };
  assertMayGrant(ctx.actor, grants);
  if (name !== undefined && name !== role.name) ctx.about(`${role.name} → ${name}`);
  await ctx.db.role
    .update({ where: { id }, data: { grants, ...(name === undefined ? {} : { name }) } })
    .catch(refuseTaken("role/exists"));
  const users = await ctx.db.user.findMany({ where: { roleId: id }, select: { id: true } });
  const others = users.map((user) => user.id).filter((userId) => userId !== ctx.actor.userId);
  await endSessions(ctx.db, { userId: { in: others } }, "changed");
  return {};
};

export const deleteRole: Service<typeof userContract.deleteRole> = async ({ id }, ctx) => {
  const role = await getManageable(ctx, id);
  if (role._count.users > 0) throw new AppError("role/in-use");
  await ctx.db.role.delete({ where: { id } });
  return {};
};

/** The role to change: it must not hold more than who changes it. */
async function getManageable({ db, actor, about }: Ctx, id: string) {
  const role = await db.role.findUnique({ where: { id }, include: { _count: { select: { users: true } } } });
  if (role === null) throw new AppError("role/not-found");
  about(role.name);
  assertMayGrant(actor, parseGrants(role.grants));
  return role;
}
