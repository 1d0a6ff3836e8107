import type { userContract } from "@/lib/contracts/user";
import type { Service } from "@/lib/server/http/service";
import type { Db } from "@/lib/server/db/open-db";
import type { Prisma } from "@/lib/server/db/generated/client";
import { countLinks } from "@/lib/server/navindex/stored-board";
import { parseGrants } from "@/lib/server/session/grants";
import { whereLive } from "@/lib/server/session/session-end";
import { assertMayAdminister } from "./assert-may-administer";
import { changeAccounts, toAccount } from "./change-accounts";
import { getRoleRow } from "./manage-roles";
import { getUser } from "./manage-users";

/** Throws as deleting the user would. */
export const getUserBelongings: Service<typeof userContract.getUserBelongings> = async ({ id: userId }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const { db } = ctx;
    assertMayAdminister(actor, { kind: "account", before: toAccount(await getUser(ctx, userId)), after: null });
    const owned = { where: { userId } };
    return {
      sessions: await db.session.count({ where: { AND: [{ userId }, whereLive()] } }),
      api_tokens: await db.apiToken.count(owned),
      app_passwords: await db.appPassword.count(owned),
      passkeys: await db.passkey.count(owned),
      identities: await db.identity.count(owned),
      shares: await db.share.count({ where: { ownerId: userId } }),
      ssh_hosts: await db.sshHost.count({ where: { userId, isSaved: true } }),
      ssh_keys: await db.sshKey.count(owned),
      ssh_forwards: await db.sshForward.count(owned),
      container_places: await db.containerPlace.count(owned),
      quick_commands: await db.quickCommand.count({ where: { userId, command: { not: "" } } }),
      start_page_links: countLinks(await db.navBoard.findUnique(owned)),
      invitations: await countInvitations(db, { inviterId: userId }),
      messages: await db.message.count(owned),
      tasks: await db.task.count({ where: { ownerId: userId } }),
    };
  });

/** Throws as deleting the role would, unless users have it. */
export const getRoleBelongings: Service<typeof userContract.getRoleBelongings> = async ({ id: roleId }, ctx) =>
  changeAccounts(ctx, "role_manage", async (actor) => {
    const before = parseGrants((await getRoleRow(ctx, roleId)).grants);
    assertMayAdminister(actor, { kind: "role", before, after: null, holders: [] });
    return {
      start_page_links: countLinks(await ctx.db.navBoard.findUnique({ where: { roleId } })),
      invitations: await countInvitations(ctx.db, { roleId }),
    };
  });

function countInvitations(db: Db, where: Prisma.InvitationWhereInput): Promise<number> {
  return db.invitation.count({
    where: { ...where, expiresAt: { gt: new Date() }, uses: { lt: db.invitation.fields.maxUses } },
  });
}
