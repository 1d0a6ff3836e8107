import type { Keys } from "@/lib/server/base/keys";
import type { Db } from "@/lib/server/db/open-db";
import { unsealText } from "@/lib/server/session/seal";
import { hashRecoveryCode, parseRecoveryCode } from "./recovery-codes";
import { findStep } from "./totp";

type Given = { db: Db; keys: Keys; userId: string; code: string };

/** What a seed is sealed for. */
export function aboutTotp(userId: string): string {
  return `totp ${userId}`;
}

/**
 * Whether this code stands for the user's second factor; from then on it does no more, also for whoever sends it at the same moment. Six digits are of an
 * authenticator app, all else is a recovery code.
 */
export function spendCode(given: Given): Promise<boolean> {
  const digits = given.code.replace(/\s/g, "");
  return /^\d{6}$/.test(digits) ? spendTotp({ ...given, code: digits }) : spendRecoveryCode(given);
}

async function spendTotp({ db, keys, userId, code }: Given): Promise<boolean> {
  const row = await db.totp.findUnique({ where: { userId } });
  const secret = row === null ? null : unsealText(row.sealedSecret, { keys, about: aboutTotp(userId) });
  if (row === null || secret === null) return false;
  const step = findStep(secret, code, { after: row.lastStep, nowMs: Date.now() });
  if (step === null) return false;
  const { count } = await db.totp.updateMany({ where: { userId, lastStep: { lt: step } }, data: { lastStep: step } });
  return count === 1;
}

async function spendRecoveryCode({ db, keys, userId, code: typed }: Given): Promise<boolean> {
  const code = parseRecoveryCode(typed);
  if (code === null) return false;
  const where = { userId, codeHash: hashRecoveryCode(keys, { userId, code }), usedAt: null };
  const { count } = await db.recoveryCode.updateMany({ where, data: { usedAt: new Date() } });
  return count === 1;
}
