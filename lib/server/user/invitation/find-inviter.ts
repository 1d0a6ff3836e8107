import type { Prisma } from "@/lib/server/db/generated/client";
import { parseGrants, permissionsOf, type Grants } from "@/lib/server/session/grants";
import type { Account, AccountChange } from "@/lib/server/user/assert-may-administer";
import { toAccount } from "@/lib/server/user/change-accounts";

export type InvitationRow = Prisma.InvitationGetPayload<{ include: { inviter: { include: { role: true } } } }>;

/** Who invites, with the rights of now; null for somebody who may not any more. */
export function findInviter({ inviter }: Pick<InvitationRow, "inviter">): Account | null {
  if (inviter.disabled) return null;
  const account = toAccount(inviter);
  const sources = [account.grants, ...(account.role === null ? [] : [account.role.grants])];
  return permissionsOf(account.isRoot, sources).has("user_manage") ? account : null;
}

type Newcomer = { username: string; grants: Grants; role: Account["role"] };

/** The account that an invitation makes, as a change of accounts. It is never an administrator's. */
export function newcomer({ username, grants, role }: Newcomer) {
  const account = { id: "", username, isRoot: false, disabled: false, grants: parseGrants(grants), role };
  return { kind: "account", before: null, after: account } satisfies AccountChange;
}
