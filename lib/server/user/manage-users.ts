import type { userContract } from "@/lib/contracts/user";
import { sortByName } from "@/lib/shared/compare-names";
import { AppError } from "@/lib/shared/errors";
import { isPermission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { isSameUsername } from "@/lib/shared/username";
import { userIdOf, type Ctx } from "@/lib/server/runtime/ctx";
import type { Service } from "@/lib/server/http/service";
import { endSessions } from "@/lib/server/session/end-sessions";
import { findFactorHolders } from "@/lib/server/session/factor/find-factors";
import { parseGrants } from "@/lib/server/session/grants";
import { forgetActors } from "@/lib/server/session/find-actor";
import { hashPassword } from "@/lib/server/session/password";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import { findRows } from "@/lib/server/runtime/read-rows";
import { limits } from "@/lib/server/base/limits";
import { describeAccountChange } from "./account-changes";
import { assertMayAdminister, findAdministrable } from "./assert-may-administer";
import { accountFields, changeAccounts, getRole, toAccount } from "./change-accounts";
import { changeHands } from "./change-hands";
import { assertGoodPassword } from "./password";
import { isTaken } from "./provided/is-taken";
import { proxySetting } from "./proxy/proxy-setting";
import { resolveGrants } from "./resolve-grants";

const listed = { ...accountFields, roleId: true, createdAt: true, lastSeenAt: true } as const;

export const listUsers: Service<typeof userContract.listUsers> = async (_, { db, actor }) => {
  const [asker, { rows, unreadable }, holders] = await Promise.all([
    db.user.findUnique({ where: { id: userIdOf(actor) }, select: accountFields }),
    findRows("users", limits.listedRows, (page) =>
      db.user.findMany({ orderBy: { username: "asc" }, select: listed, ...page }),
    ),
    findFactorHolders(db),
  ]);
  // By a token nobody is changed.
  const mayChange = asker === null || actor.tokenId !== null ? () => false : findAdministrable(toAccount(asker));
  return {
    unreadable,
    users: sortByName(rows, ({ username }) => username).map((row) => ({
      id: row.id,
      username: row.username,
      is_root: row.isRoot,
      disabled: row.disabled,
      role_id: row.roleId,
      ...toGrantFields(row.grants),
      created_at: row.createdAt.getTime(),
      last_seen_at: row.lastSeenAt?.getTime() ?? null,
      second_factor: holders.has(row.id),
      may_change: mayChange(toAccount(row)),
    })),
  };
};

export function toGrantFields(json: unknown) {
  const grants = parseGrants(json);
  return { ...grants, auth_list: grants.auth_list.filter(isPermission) };
}

export const createUser: Service<typeof userContract.createUser> = async (input, ctx) => {
  const { username, password, is_root: isRoot, disabled, role_id: roleId } = input;
  assertGoodPassword(password, username);
  const [grants, passwordHash] = [parseGrants(await resolveGrants(input, ctx)), await hashPassword(password)];
  return changeAccounts(ctx, "user_manage", async (actor) => {
    const id = randomId();
    const role = await getRole(ctx.db, roleId);
    const after = { id, username, isRoot, disabled, grants, role };
    assertMayAdminister(actor, { kind: "account", before: null, after });
    if (await isTaken(ctx.db, username)) throw new AppError("user/exists");
    const data = { id, username, isRoot, disabled, roleId, grants, preferences: {}, passwordHash };
    await ctx.db.user.create({ data }).catch(refuseTaken("user/exists"));
    ctx.about(username, await describeAccountChange(ctx.db, { before: null, after }));
    return { id };
  });
};

export const updateUser: Service<typeof userContract.updateUser> = async ({ id, ...fields }, ctx) => {
  const known = await ctx.db.user.findUnique({ where: { id }, select: { grants: true } });
  const resolved = await resolveGrants(fields, { actor: ctx.actor, stored: parseGrants(known?.grants) });
  return changeAccounts(ctx, "user_manage", async (actor) => {
    const user = await getUser(ctx, id);
    const before = toAccount(user);
    const { username: wanted = before.username } = fields;
    const after = {
      ...before,
      username: isSameUsername(wanted, before.username) ? before.username : wanted,
      isRoot: fields.is_root ?? before.isRoot,
      disabled: fields.disabled ?? before.disabled,
      grants: { ...before.grants, ...resolved },
      role: fields.role_id === undefined ? before.role : await getRole(ctx.db, fields.role_id),
    };
    assertMayAdminister(actor, { kind: "account", before, after });
    if (before.isRoot && !(after.isRoot && !after.disabled)) await assertNotLastRoot(ctx, id);
    if (after.username !== before.username && (await isTaken(ctx.db, after.username, id)))
      throw new AppError("user/exists");
    if (after.username !== before.username) ctx.about(`${before.username} → ${after.username}`);
    const { username, isRoot, disabled, grants, role } = after;
    // By the header of a proxy whoever has a name there signs in as whoever has it here.
    const given = username === before.username ? {} : { choseName: false };
    const isOther = username !== before.username && proxySetting.get().enabled && !actor.isRoot;
    if (isOther) await changeHands({ ctx, actor, user }, { username }).catch(refuseTaken("user/exists"));
    await ctx.db.user
      .update({ where: { id }, data: { username, ...given, isRoot, disabled, grants, roleId: role?.id ?? null } })
      .catch(refuseTaken("user/exists"));
    ctx.about(null, await describeAccountChange(ctx.db, { before, after }));
    const own = id === ctx.actor.userId && ctx.actor.sessionId !== null ? { id: { not: ctx.actor.sessionId } } : {};
    await endSessions(ctx.db, { userId: id, ...own }, disabled ? "disabled" : "changed");
    return {};
  });
};

export const resetPassword: Service<typeof userContract.resetPassword> = async ({ id, password }, ctx) => {
  const passwordHash = await hashPassword(password);
  return changeAccounts(ctx, "user_manage", async (actor) => {
    const user = await getUser(ctx, id);
    const account = toAccount(user);
    assertMayAdminister(actor, { kind: "account", before: account, after: account });
    assertGoodPassword(password, user.username);
    await changeHands({ ctx, actor, user }, { passwordHash });
    await endSessions(ctx.db, { userId: id }, "password");
    return {};
  });
};

export const deleteUser: Service<typeof userContract.deleteUser> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const user = await getUser(ctx, id);
    assertMayAdminister(actor, { kind: "account", before: toAccount(user), after: null });
    if (user.isRoot) await assertNotLastRoot(ctx, id);
    if (user.id === actor.id) throw new AppError("user/own-account");
    await endSessions(ctx.db, { userId: id }, "deleted");
    await ctx.db.user.delete({ where: { id } });
    // Whoever was read in between is nobody now.
    forgetActors();
    return {};
  });

/** Throws user/not-found; says for the audit log whom the call is about. */
export async function getUser({ db, about }: Pick<Ctx, "db" | "about">, id: string) {
  const user = await db.user.findUnique({ where: { id }, include: { role: true } });
  if (user === null) throw new AppError("user/not-found");
  about(user.username);
  return user;
}

async function assertNotLastRoot({ db }: Pick<Ctx, "db">, id: string): Promise<void> {
  const others = await db.user.count({ where: { isRoot: true, disabled: false, id: { not: id } } });
  if (others === 0) throw new AppError("user/last-root");
}
