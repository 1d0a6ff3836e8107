import type { userContract } from "@/lib/contracts/user";
import type { Service } from "@/lib/server/http/service";
import { tellUser } from "@/lib/server/runtime/tell-user";
import { endSessions } from "@/lib/server/session/end-sessions";
import { factorDrops } from "@/lib/server/session/factor/find-factors";
import { assertMayAdminister } from "@/lib/server/user/assert-may-administer";
import { changeAccounts, toAccount } from "@/lib/server/user/change-accounts";
import { getUser } from "@/lib/server/user/manage-users";

/** For somebody who has lost theirs. Where one is required, they set up another at their next sign-in. */
export const removeSecondFactor: Service<typeof userContract.removeSecondFactor> = async ({ id }, ctx) =>
  changeAccounts(ctx, "user_manage", async (actor) => {
    const account = toAccount(await getUser(ctx, id));
    assertMayAdminister(actor, { kind: "account", before: account, after: account });
    const own = id === ctx.actor.userId && ctx.actor.sessionId !== null ? { id: { not: ctx.actor.sessionId } } : {};
    await endSessions(ctx.db, { userId: id, ...own }, "factor", factorDrops(ctx.db, id));
    if (id !== actor.id) tellOfRemoval(id, actor.username);
    return {};
  });

function tellOfRemoval(userId: string, name: string): void {
  const told = { kind: "security", importance: "warning", words: "factorRemoved", link: "/account" } as const;
  tellUser({ userId, message: { ...told, params: { name } } });
}
