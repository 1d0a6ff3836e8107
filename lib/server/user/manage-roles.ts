import type { userContract } from "@/lib/contracts/user";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import type { Service } from "@/lib/server/http/service";
import { endSessions } from "@/lib/server/session/end-sessions";
import { parseGrants } from "@/lib/server/session/grants";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import { describeGrantChange } from "./account-changes";
import { assertMayAdminister, isSameGrants } from "./assert-may-administer";
import { changeAccounts, toAccount } from "./change-accounts";
import { toGrantFields } from "./manage-users";
import { resolveGrants } from "./resolve-grants";

export const listRoles: Service<typeof userContract.listRoles> = async (_, { db }) => {
  const { rows, unreadable } = await findRows("roles", limits.listedRows, (page) =>
    db.role.findMany({ orderBy: { name: "asc" }, include: { _count: { select: { users: true } } }, ...page }),
  );
  return {
    unreadable,
    roles: sortByName(rows, ({ name }) => name).map((row) => ({
      id: row.id,
      name: row.name,
      ...toGrantFields(row.grants),
      users: row._count.users,
    })),
  };
};

export const createRole: Service<typeof userContract.createRole> = async ({ name, ...fields }, ctx) => {
  const grants = parseGrants(await resolveGrants(fields, ctx));
  return changeAccounts(ctx, "role_manage", async (actor) => {
    assertMayAdminister(actor, { kind: "role", before: null, after: grants, holders: [] });
    const id = randomId();
    await ctx.db.role.create({ data: { id, name, grants } }).catch(refuseTaken("role/exists"));
    ctx.about(name, describeGrantChange(null, grants));
    return { id };
  });
};

/** Ends the sessions of the role's users when its rights change, so that the change holds at once everywhere. */
export const updateRole: Service<typeof userContract.updateRole> = async ({ id, name, ...fields }, ctx) => {
  const known = await ctx.db.role.findUnique({ where: { id }, select: { grants: true } });
  const resolved = await resolveGrants(fields, { actor: ctx.actor, stored: parseGrants(known?.grants) });
  return changeAccounts(ctx, "role_manage", async (actor) => {
    const role = await getRoleRow(ctx, id);
    const before = parseGrants(role.grants);
    const grants = { ...before, ...resolved };
    const holders = role.users.map((user) => toAccount({ ...user, role }));
    assertMayAdminister(actor, { kind: "role", before, after: grants, holders });
    if (name !== undefined && name !== role.name) ctx.about(`${role.name} → ${name}`);
    await ctx.db.role
      .update({ where: { id }, data: { grants, ...(name === undefined ? {} : { name }) } })
      .catch(refuseTaken("role/exists"));
    ctx.about(null, describeGrantChange(before, grants));
    if (isSameGrants(before, grants)) return {};
    const others = holders.map((holder) => holder.id).filter((userId) => userId !== ctx.actor.userId);
    await endSessions(ctx.db, { userId: { in: others } }, "changed");
    return {};
  });
};

export const deleteRole: Service<typeof userContract.deleteRole> = async ({ id }, ctx) =>
  changeAccounts(ctx, "role_manage", async (actor) => {
    const role = await getRoleRow(ctx, id);
    assertMayAdminister(actor, { kind: "role", before: parseGrants(role.grants), after: null, holders: [] });
    if (role.users.length > 0) throw new AppError("role/in-use");
    await ctx.db.role.delete({ where: { id } });
    return {};
  });

/** Throws role/not-found; says for the audit log which role the call is about. */
export async function getRoleRow({ db, about }: Pick<Ctx, "db" | "about">, id: string) {
  const role = await db.role.findUnique({ where: { id }, include: { users: true } });
  if (role === null) throw new AppError("role/not-found");
  about(role.name);
  return role;
}
