import type { Invitation } from "@/lib/contracts/invitations";
import type { userContract } from "@/lib/contracts/user";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { hashToken } from "@/lib/server/base/keys";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { dayMs } from "@/lib/server/session/cookie";
import { parseGrants } from "@/lib/server/session/grants";
import { describeAccountChange } from "@/lib/server/user/account-changes";
import { assertMayAdminister } from "@/lib/server/user/assert-may-administer";
import { changeAccounts, getRole } from "@/lib/server/user/change-accounts";
import { toGrantFields } from "@/lib/server/user/manage-users";
import { resolveGrants } from "@/lib/server/user/resolve-grants";
import { isTaken } from "@/lib/server/user/provided/is-taken";
import { findRows } from "@/lib/server/runtime/read-rows";
import { findInviter, newcomer, type InvitationRow } from "./find-inviter";
import { listedInvitations } from "@/lib/shared/listed";

/** Of each inviter that still work, and of those that have ended how long they are shown. */
const [maxOpen, keptDays] = [100, 30];

export const listInvitations: Service<typeof userContract.listInvitations> = async (_, { db }) => {
  const since = new Date(Date.now() - keptDays * dayMs);
  const { rows, unreadable } = await findRows("invitations", listedInvitations, (page) =>
    db.invitation.findMany({
      where: { expiresAt: { gt: since } },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      include: { inviter: { include: { role: true } } },
      ...page,
    }),
  );
  return {
    unreadable,
    invitations: rows.map((row) => ({
      id: row.id,
      inviter: row.inviter.username,
      note: row.note,
      username: row.username,
      role_id: row.roleId,
      ...toGrantFields(row.grants),
      created_at: row.createdAt.getTime(),
      expires_at: row.expiresAt.getTime(),
      uses: row.uses,
      max_uses: row.maxUses,
      ended: endOf(row),
    })),
  };
};

function endOf(row: InvitationRow): Invitation["ended"] {
  if (row.uses >= row.maxUses) return "used";
  if (row.expiresAt.getTime() <= Date.now()) return "expired";
  return findInviter(row) === null ? "inviter" : null;
}

/** Nobody invites to more than they hold: throws what making such a user does, and request/busy beyond 100 links that still work. */
export const createInvitation: Service<typeof userContract.createInvitation> = async (input, ctx) => {
  const { note, username, role_id: roleId, days, uses } = input;
  const grants = parseGrants(await resolveGrants(input, ctx));
  const inviterId = userIdOf(ctx.actor);
  return changeAccounts(ctx, "user_manage", async (actor) => {
    const role = await getRole(ctx.db, roleId);
    const invited = newcomer({ username: username ?? "", grants, role });
    assertMayAdminister(actor, invited);
    if (username !== null && (await isTaken(ctx.db, username))) throw new AppError("user/exists");
    const now = Date.now();
    await ctx.db.invitation.deleteMany({ where: { expiresAt: { lt: new Date(now - keptDays * dayMs) } } });
    if ((await ctx.db.invitation.count({ where: { inviterId, expiresAt: { gt: new Date(now) } } })) >= maxOpen)
      throw new AppError("request/busy");
    const [id, token] = [randomId(), randomId(43)];
    const expiresAt = new Date(now + days * dayMs);
    const data = {
      id,
      tokenHash: hashToken(token),
      inviterId,
      note,
      username,
      roleId,
      grants,
      maxUses: uses,
      expiresAt,
    };
    await ctx.db.invitation.create({ data });
    ctx.about(nameOf({ id, note, username }), await describeAccountChange(ctx.db, invited));
    return { id, token };
  });
};

/** One's own, and others' that give no more than the caller could: throws what making such a user does. */
export const revokeInvitation: Service<typeof userContract.revokeInvitation> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const row = await ctx.db.invitation.findUnique({ where: { id } });
    if (row === null) return {};
    ctx.about(nameOf(row));
    if (row.inviterId !== actor.id) {
      const role = await getRole(ctx.db, row.roleId);
      assertMayAdminister(actor, newcomer({ username: row.username ?? "", grants: parseGrants(row.grants), role }));
    }
    await ctx.db.invitation.delete({ where: { id } });
    return {};
  });

/** For the audit log. */
function nameOf({ id, note, username }: { id: string; note: string; username: string | null }): string {
  return [username, note].find((text) => text !== null && text !== "") ?? id;
}
