import type { Prisma } from "@/lib/server/db/generated/client";
import { AppError } from "@/lib/shared/errors";
import type { Permission } from "@/lib/shared/permissions";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import { inAccountTurn } from "@/lib/server/session/account-turn";
import { parseGrants, permissionsOf } from "@/lib/server/session/grants";
import { assertHolds, askerOf } from "@/lib/server/session/still-holds";
import type { Account } from "./assert-may-administer";

export const accountFields = {
  id: true,
  username: true,
  isRoot: true,
  disabled: true,
  grants: true,
  role: { select: { id: true, grants: true } },
} as const;
type AccountRow = Prisma.UserGetPayload<{ select: typeof accountFields }>;

export type UserRow = Prisma.UserGetPayload<{ include: { role: true } }>;

export function toAccount({ id, username, isRoot, disabled, grants, role }: AccountRow): Account {
  const ofRole = role === null ? null : { id: role.id, grants: parseGrants(role.grants) };
  return { id, username, isRoot, disabled, grants: parseGrants(grants), role: ofRole };
}

/**
 * Changes of users and roles, one after another: each is judged by what is there when it happens. Two demotions at once would
 * each see the other root, and a role could grow between the look at it and its being given. The actor is read anew for the
 * same reason. Throws auth/forbidden when the permission went while the change waited, and auth/required when the session did.
 */
export function changeAccounts<T>(
  { db, actor }: Pick<Ctx, "db" | "actor">,
  permission: Permission,
  change: (actor: Account) => Promise<T>,
): Promise<T> {
  return inAccountTurn(async () => {
    const asker = askerOf(actor);
    await assertHolds(db, asker);
    const row = await db.user.findUnique({ where: { id: asker.userId }, include: { role: true } });
    if (row === null) throw new AppError("auth/required");
    const current = toAccount(row);
    const sources = [current.grants, ...(current.role === null ? [] : [current.role.grants])];
    if (!permissionsOf(current.isRoot, sources).has(permission)) throw new AppError("auth/forbidden", { permission });
    return change(current);
  });
}

/** The role as an account has it; null stays null. Throws role/not-found. */
export async function getRole(db: Db, id: string | null): Promise<Account["role"]> {
  if (id === null) return null;
  const role = await db.role.findUnique({ where: { id } });
  if (role === null) throw new AppError("role/not-found");
  return { id, grants: parseGrants(role.grants) };
}
