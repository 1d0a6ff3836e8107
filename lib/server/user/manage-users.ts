import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { isPermission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/ctx";
import type { Service } from "@/lib/server/http/run-endpoint";
import { remember } from "@/lib/server/remember";
import { endSessions } from "@/lib/server/session/end-sessions";
import { parseGrants, type SomeGrants } from "@/lib/server/session/grants";
import { hashPassword } from "@/lib/server/session/password";
import { assertMayGrant } from "./assert-may-grant";
import { assertGoodPassword } from "./password";
import { resolveGrants } from "./resolve-grants";
import { refuseTaken } from "@/lib/server/db/refuse-taken";

type UserFields = SomeGrants & { is_root?: boolean | undefined; role_id?: string | null | undefined };

export const listUsers: Service<typeof userContract.listUsers> = async (_, { db }) => {
  const rows = await db.user.findMany({ orderBy: { username: "asc" } });
  return {
    users: rows.map((row) => ({
      id: row.id,
      username: row.username,
      is_root: row.isRoot,
      disabled: row.disabled,
      role_id: row.roleId,
      ...toGrantFields(row.grants),
      created_at: row.createdAt.getTime(),
      last_seen_at: row.lastSeenAt?.getTime() ?? null,
    })),
  };
};

export function toGrantFields(json: unknown) {
  const grants = parseGrants(json);
  return { ...grants, auth_list: grants.auth_list.filter(isPermission) };
}

export const createUser: Service<typeof userContract.createUser> = async (input, ctx) => {
  const { username, password, is_root: isRoot, disabled, role_id: roleId } = input;
  const grants = await resolveGrants(input);
  await assertMayGive(ctx, { is_root: isRoot, role_id: roleId, ...grants });
  assertGoodPassword(password, username);
  const id = randomId();
  const data = {
    id,
    username,
    isRoot,
    disabled,
    roleId,
    grants: parseGrants(grants),
    preferences: {},
    passwordHash: await hashPassword(password),
  };
  await ctx.db.user.create({ data }).catch(refuseTaken("user/exists"));
  return { id };
};

export const updateUser: Service<typeof userContract.updateUser> = ({ id, ...fields }, ctx) =>
  oneAtATime(async () => {
    const user = await getManageable(ctx, id);
    const grants = await resolveGrants(fields);
    await assertMayGive(ctx, { is_root: fields.is_root, role_id: fields.role_id, ...grants });
    const staysRoot = (fields.is_root ?? user.isRoot) && !(fields.disabled ?? user.disabled);
    if (user.isRoot && !staysRoot) await assertNotLastRoot(ctx, id);
    const { username, is_root: isRoot, disabled, role_id: roleId } = fields;
    if (username !== undefined && username !== user.username) ctx.about(`${user.username} → ${username}`);
    const given = Object.fromEntries(
      Object.entries({ username, isRoot, disabled, roleId }).filter(([, value]) => value !== undefined),
    );
    await ctx.db.user
      .update({ where: { id }, data: { ...given, grants: { ...parseGrants(user.grants), ...grants } } })
      .catch(refuseTaken("user/exists"));
    const own = id === ctx.actor.userId && ctx.actor.sessionId !== null ? { id: { not: ctx.actor.sessionId } } : {};
    await endSessions(ctx.db, { userId: id, ...own }, disabled === true ? "disabled" : "changed");
    return {};
  });

export const resetPassword: Service<typeof userContract.resetPassword> = async ({ id, password }, ctx) => {
  const user = await getManageable(ctx, id);
  assertGoodPassword(password, user.username);
  await ctx.db.user.update({ where: { id }, data: { passwordHash: await hashPassword(password) } });
  await endSessions(ctx.db, { userId: id }, "password");
  return {};
};

export const deleteUser: Service<typeof userContract.deleteUser> = ({ id }, ctx) =>
  oneAtATime(async () => {
    const user = await getManageable(ctx, id);
    if (user.isRoot) await assertNotLastRoot(ctx, id);
    await endSessions(ctx.db, { userId: id }, "deleted");
    await ctx.db.user.delete({ where: { id } });
    return {};
  });

/** The user to change. Who is not root does not touch root, nor anybody who holds more. */
async function getManageable({ db, actor, about }: Ctx, id: string) {
  const user = await db.user.findUnique({ where: { id }, include: { role: true } });
  if (user === null) throw new AppError("user/not-found");
  about(user.username);
  if (actor.isRoot) return user;
  if (user.isRoot) throw new AppError("user/grant", { grant: "is_root" });
  assertMayGrant(actor, parseGrants(user.grants));
  if (user.role !== null) assertMayGrant(actor, parseGrants(user.role.grants));
  return user;
}

async function assertMayGive({ db, actor }: Ctx, fields: UserFields): Promise<void> {
  if (fields.is_root === true && !actor.isRoot) throw new AppError("user/grant", { grant: "is_root" });
  assertMayGrant(actor, fields);
  if (fields.role_id === undefined || fields.role_id === null) return;
  const role = await db.role.findUnique({ where: { id: fields.role_id } });
  if (role === null) throw new AppError("role/not-found");
  assertMayGrant(actor, parseGrants(role.grants));
}

async function assertNotLastRoot({ db }: Ctx, id: string): Promise<void> {
  const others = await db.user.count({ where: { isRoot: true, disabled: false, id: { not: id } } });
  if (others === 0) throw new AppError("user/last-root");
}

/** Two demotions at once would each see the other root: changes of users run one after another. */
function oneAtATime<T>(change: () => Promise<T>): Promise<T> {
  const queue = remember("user-changes", () => ({ last: Promise.resolve<unknown>(undefined) }));
  const result = queue.last.then(change, change);
  queue.last = result.catch(() => undefined);
  return result;
}
