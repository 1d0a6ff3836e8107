import type { Db } from "@/lib/server/db/open-db";
import { parseGrants } from "@/lib/server/session/grants";
import { readSignInRules } from "@/lib/server/session/sign-in-rules";

/** What of a user's second factors decides how they sign in. */
export const factorCounts = { totp: { select: { userId: true } }, _count: { select: { passkeys: true } } } as const;
type Counted = { totp: { userId: string } | null; _count: { passkeys: number } };

/** Whether the password alone does not sign this user in. */
export function hasFactor({ totp, _count }: Counted): boolean {
  return totp !== null || _count.passkeys > 0;
}

/** The ids of all who have one: of a whole list two questions instead of two for each. */
export async function findFactorHolders(db: Db): Promise<ReadonlySet<string>> {
  const select = { userId: true };
  const [totps, passkeys] = await Promise.all([
    db.totp.findMany({ select }),
    db.passkey.findMany({ select, distinct: "userId" }),
  ]);
  return new Set([...totps, ...passkeys].map(({ userId }) => userId));
}

/** Whether this user must have a second factor: by the server's rules, or by the role. */
export function isFactorRequired({ isRoot, role }: { isRoot: boolean; role: { grants: unknown } | null }): boolean {
  const { second_factor: demand } = readSignInRules();
  if (demand === "everyone" || (demand === "administrators" && isRoot)) return true;
  return role !== null && parseGrants(role.grants).second_factor;
}

/** What takes all second factors away, and the recovery codes with them. */
export function factorDrops(db: Db, userId: string) {
  const where = { userId };
  return [db.totp.deleteMany({ where }), db.passkey.deleteMany({ where }), db.recoveryCode.deleteMany({ where })];
}
