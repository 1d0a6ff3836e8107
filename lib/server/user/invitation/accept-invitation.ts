import type { userContract } from "@/lib/contracts/user";
import { AppError, isAppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import { isSameUsername } from "@/lib/shared/username";
import { anonymousHolder } from "@/lib/server/base/anonymous";
import { hashToken } from "@/lib/server/base/keys";
import type { Db } from "@/lib/server/db/open-db";
import { refuseTaken } from "@/lib/server/db/refuse-taken";
import type { Service } from "@/lib/server/http/service";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { isFactorRequired } from "@/lib/server/session/factor/find-factors";
import { parseGrants } from "@/lib/server/session/grants";
import { hashPassword, inPasswordTurn } from "@/lib/server/session/password";
import { noFactor } from "@/lib/server/session/still-holds";
import { assertNotThrottled, countFailure, guessKey, networkOf, relayKeys } from "@/lib/server/session/throttle";
import { assertMayAdminister } from "@/lib/server/user/assert-may-administer";
import { getRole } from "@/lib/server/user/change-accounts";
import { enter } from "@/lib/server/user/enter";
import { assertGoodPassword } from "@/lib/server/user/password";
import { isTaken } from "@/lib/server/user/provided/is-taken";
import { findInviter, newcomer } from "./find-inviter";

/** Throws user/invitation for every reason why a link does not work, and auth/throttled for a network that tries many. */
export const openInvitation: Service<typeof userContract.openInvitation> = async ({ token }, ctx) => {
  const { row } = await counted(ctx, () => getOpen(ctx.db, token));
  return { inviter: row.inviter.username, username: row.username, expires_at: row.expiresAt.getTime() };
};

/**
 * Makes the account that the link is for, with what it gives as far as who made it holds that now. Throws as {@link openInvitation} does, user/exists
 * and user/password-weak.
 */
export const acceptInvitation: Service<typeof userContract.acceptInvitation> = async (
  { token, username, password, stay },
  ctx,
) => {
  const { row: open } = await counted(ctx, () => getOpen(ctx.db, token));
  if (open.username !== null && !isSameUsername(open.username, username)) throw new AppError("user/invitation");
  // From here on the audit log names whom the link is used for.
  ctx.actor = { ...ctx.actor, username };
  ctx.about(username);
  assertGoodPassword(password, username);
  const holder = anonymousHolder(networkOf(ctx.request.address));
  const passwordHash = await inPasswordTurn(holder, () => hashPassword(password));
  const user = await inAccountTurn(async () => {
    // What was true when the page was opened may be so no more.
    const { row, inviter } = await counted(ctx, () => getOpen(ctx.db, token));
    const grants = parseGrants(row.grants);
    const role = await getRole(ctx.db, row.roleId);
    try {
      assertMayAdminister(inviter, newcomer({ username, grants, role }));
    } catch (error) {
      ctx.log.warn({ err: error, invitation: row.id }, "an invitation gives more than its maker holds now");
      throw new AppError("user/invitation", {}, { cause: error });
    }
    if (await isTaken(ctx.db, username)) throw new AppError("user/exists");
    const choseName = row.username === null;
    const data = { id: randomId(), username, choseName, passwordHash, roleId: row.roleId, grants, preferences: {} };
    const [made] = await ctx.db
      .$transaction([
        ctx.db.user.create({ data, include: { role: true } }),
        ctx.db.invitation.update({ where: { id: row.id }, data: { uses: { increment: 1 } } }),
      ])
      .catch(refuseTaken("user/exists"));
    ctx.about(`${username} (${row.inviter.username})`);
    return made;
  });
  const entering = { userId: user.id, way: "invitation", stay, found: [{ passwordHash }, noFactor] } as const;
  return enter(ctx, { ...entering, factorMissing: isFactorRequired(user) });
};

/** The invitation with its maker, who may still invite. Throws user/invitation. */
async function getOpen(db: Db, token: string) {
  const row = await db.invitation.findUnique({
    where: { tokenHash: hashToken(token) },
    include: { inviter: { include: { role: true } } },
  });
  const inviter = row === null ? null : findInviter(row);
  if (row === null || inviter === null || row.uses >= row.maxUses || row.expiresAt.getTime() <= Date.now())
    throw new AppError("user/invitation");
  return { row, inviter };
}

/** Links that do not work are counted for their network. */
async function counted<T>({ request }: Pick<Ctx, "request">, find: () => Promise<T>): Promise<T> {
  const keys = [guessKey(request.address, "invitation "), ...relayKeys(request, "invitation ")];
  assertNotThrottled(keys);
  return find().catch((error: unknown) => {
    if (isAppError(error) && error.key === "user/invitation") countFailure(keys);
    throw error;
  });
}
