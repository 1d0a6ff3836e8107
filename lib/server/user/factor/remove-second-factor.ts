import type { userContract } from "@/lib/contracts/user";
import type { Service } from "@/lib/server/http/service";
import { endSessions } from "@/lib/server/session/end-sessions";
import { dropFactors } from "@/lib/server/session/factor/find-factors";
import { assertMayAdminister } from "@/lib/server/user/assert-may-administer";
import { changeAccounts, toAccount } from "@/lib/server/user/change-accounts";
import { getUser } from "@/lib/server/user/manage-users";

/** For somebody who has lost theirs. Where one is required, they set up another at their next sign-in. */
export const removeSecondFactor: Service<typeof userContract.removeSecondFactor> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const account = toAccount(await getUser(ctx, id));
    assertMayAdminister(actor, { kind: "account", before: account, after: account });
    await dropFactors(ctx.db, id);
    const own = id === ctx.actor.userId && ctx.actor.sessionId !== null ? { id: { not: ctx.actor.sessionId } } : {};
    await endSessions(ctx.db, { userId: id, ...own }, "factor");
    return {};
  });
