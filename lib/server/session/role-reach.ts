import type { Ctx } from "@/lib/server/runtime/ctx";

type Caller = Pick<Ctx, "db" | "actor">;
type ChangeReach = <T>(ctx: Caller, roleIds: readonly string[], change: () => Promise<T>) => Promise<T>;

let judged: ChangeReach = () => Promise.reject(new Error("nobody judges what roles reach"));

/** Who may change which role is known to a group above this layer, which says it at start. */
export function setReachJudge(judge: ChangeReach): void {
  judged = judge;
}

/**
 * Gives something of the caller's to roles, or takes it from them: what a role reaches decides who may manage its users, so only who may change the role and
 * its users may. Throws auth/forbidden, role/not-found, user/grant and user/above.
 */
export const changeRoleReach: ChangeReach = (ctx, roleIds, change) => judged(ctx, roleIds, change);
