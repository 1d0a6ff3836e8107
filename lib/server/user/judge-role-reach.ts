import { parseGrants } from "@/lib/server/session/grants";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { assertMayAdminister } from "./assert-may-administer";
import { changeAccounts, toAccount } from "./change-accounts";

/** What `changeRoleReach` asks for. A role that is gone has nobody to judge about. */
export function judgeRoleReach<T>(
  ctx: Pick<Ctx, "db" | "actor">,
  roleIds: readonly string[],
  change: () => Promise<T>,
): Promise<T> {
  return changeAccounts(ctx, "role_manage", async (actor) => {
    const roles = await ctx.db.role.findMany({ where: { id: { in: [...roleIds] } }, include: { users: true } });
    for (const role of roles) {
      const holders = role.users.map((user) => toAccount({ ...user, role }));
      assertMayAdminister(actor, { kind: "reach", role: parseGrants(role.grants), holders });
    }
    return change();
  });
}
