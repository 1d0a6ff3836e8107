import { hash, verify } from "@node-rs/argon2";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";

/** Argon2id with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFC"), parameters);
}

const turns = createTurns(limits.passwordChecks);

/** Runs what costs as much as a check of a password, in the holder's turn. Throws request/busy and request/overloaded. */
export async function inPasswordTurn<T>(holder: string, work: () => Promise<T>): Promise<T> {
  const leave = await turns(holder, new AbortController().signal);
  return work().finally(leave);
}

/**
 * Whether the password fits. With null (no such user) it takes the same time and is false. Checks take turns, those of one holder among
 * themselves, anonymous callers' after all others: throws request/busy and request/overloaded.
 */
export function isPassword(passwordHash: string | null, password: string, holder: string): Promise<boolean> {
  return inPasswordTurn(holder, () => check(passwordHash, password));
}

/** Made when it is first needed. */
let decoy: Promise<string> | null = null;

async function check(passwordHash: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword("no such user");
  const against = passwordHash ?? (await decoy);
  // As sent, for those that were stored so before; then in the form in which they are stored.
  for (const form of new Set([password, password.normalize("NFC")]))
    if (await verify(against, form)) return passwordHash !== null;
  return false;
}
