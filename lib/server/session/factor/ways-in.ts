import type { Db } from "@/lib/server/db/open-db";
import { noFactor } from "@/lib/server/session/still-holds";

const ids = { select: { id: true } } as const;

/** What signs a user in besides the password, or goes with it: to tell later what has been added. */
export const waysIn = {
  totp: { select: { userId: true, sealedSecret: true } },
  passkeys: ids,
  recoveryCodes: ids,
  identities: ids,
  _count: { select: { passkeys: true } },
} as const;

type Row = { id: string };
type Ways = {
  id: string;
  totp: { sealedSecret: string } | null;
  passkeys: readonly Row[];
  recoveryCodes: readonly Row[];
  identities: readonly Row[];
};

/** Whether there is one that was not there before. */
export function hasNewWay(before: Ways, now: Ways): boolean {
  if (now.totp !== null && now.totp.sealedSecret !== before.totp?.sealedSecret) return true;
  const kinds = ["passkeys", "recoveryCodes", "identities"] as const;
  return kinds.some((kind) => now[kind].some(({ id }) => !before[kind].some((row) => row.id === id)));
}

/** What takes away those that were not there before, and recovery codes with nothing to stand in for. */
export function newWayDrops(db: Db, before: Ways) {
  const userId = before.id;
  const added = (rows: readonly Row[]) => ({ id: { notIn: rows.map(({ id }) => id) } });
  const secret = before.totp === null ? {} : { sealedSecret: { not: before.totp.sealedSecret } };
  return [
    db.totp.deleteMany({ where: { userId, ...secret } }),
    db.passkey.deleteMany({ where: { userId, ...added(before.passkeys) } }),
    db.identity.deleteMany({ where: { userId, ...added(before.identities) } }),
    db.recoveryCode.deleteMany({ where: { userId, OR: [added(before.recoveryCodes), { user: noFactor }] } }),
  ];
}
