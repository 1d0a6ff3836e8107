import type { Keys } from "@/lib/server/base/keys";
import type { Db } from "@/lib/server/db/open-db";
import type { Finding } from "@/lib/server/session/still-holds";
import { unsealText } from "@/lib/server/session/seal";
import { hashRecoveryCode, parseRecoveryCode } from "./recovery-codes";
import { findStep } from "./totp";

type Given = { db: Db; keys: Keys; userId: string; code: string };

/** What a seed is sealed for. */
export function aboutTotp(userId: string): string {
  return `totp ${userId}`;
}

/**
 * The second factor of the user's that this code stands for, null: none; from then on it does no more, also for whoever sends it at the same moment. Six
 * digits are of an authenticator app, all else is a recovery code.
 */
export function spendCode(given: Given): Promise<Finding | null> {
  const digits = given.code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? spendTotp({ ...given, code: digits }) : spendRecoveryCode(given);
}

async function spendTotp({ db, keys, userId, code }: Given): Promise<Finding | null> {
  const row = await db.totp.findUnique({ where: { userId } });
  const secret = row === null ? null : unsealText(row.sealedSecret, { keys, about: aboutTotp(userId) });
  if (row === null || secret === null) return null;
  const step = findStep(secret, code, { after: row.lastStep, nowMs: Date.now() });
  if (step === null) return null;
  const { sealedSecret } = row;
  const where = { userId, sealedSecret, lastStep: { lt: step } };
  const { count } = await db.totp.updateMany({ where, data: { lastStep: step } });
  return count === 1 ? { totp: { is: { sealedSecret } } } : null;
}

async function spendRecoveryCode({ db, keys, userId, code: typed }: Given): Promise<Finding | null> {
  const code = parseRecoveryCode(typed);
  if (code === null) return null;
  const codeHash = hashRecoveryCode(keys, { userId, code });
  const { count } = await db.recoveryCode.updateMany({
    where: { userId, codeHash, usedAt: null },
    data: { usedAt: new Date() },
  });
  return count === 1 ? { recoveryCodes: { some: { codeHash } } } : null;
}
