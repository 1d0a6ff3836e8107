import { hashRaw } from "@node-rs/argon2";
import { isProof, proofCost, proofSalt } from "@/lib/shared/proof";
import { randomId } from "@/lib/shared/units";
import { isSame, sign, type Keys } from "@/lib/server/base/keys";
import { countOf, networkOf, type ThrottleKey } from "./throttle";

const validMs = 10 * 60_000;
const maxSpent = 20_000;
/** Hashes to expect, of about 10 ms each in a browser: half a second, doubling with every few failures to ten seconds. */
const easiest = 64;
const failuresToDouble = 8;
const maxDoublings = 4;

/** Whose attempt it is: a proof for one account from one network is none for another. */
type Attempt = { keys: Pick<Keys, "proof">; account: string; address: string };

/** What wrong passwords that came with a proof are counted by. */
export function proofKeys({ account, address }: Pick<Attempt, "account" | "address">): ThrottleKey[] {
  return [account, networkOf(address)].map((value) => ({ kind: "proof", value }));
}

/** Signed, so that it needs no memory here before it is solved; it holds until a restart at most. */
export function makeChallenge(attempt: Attempt, nowMs = Date.now()): { challenge: string; difficulty: number } {
  const failures = Math.max(...proofKeys(attempt).map((key) => countOf(key)));
  const difficulty = easiest * 2 ** Math.min(maxDoublings, Math.floor(failures / failuresToDouble));
  const text = `${(nowMs + validMs).toString(36)}.${difficulty}.${randomId()}`;
  return { challenge: `${text}.${signatureOf(text, attempt)}`, difficulty };
}

/**
 * Whether `<challenge>.<number>` solves a challenge made for this attempt; each solves one once. Costs a comparison for what
 * was not made here, and a tenth of what checking a password costs for the rest.
 */
export async function spendProof(proof: string, attempt: Attempt, nowMs = Date.now()): Promise<boolean> {
  const [expiry = "", difficulty = "", id = "", signature = "", number = "", ...rest] = proof.split(".");
  const text = `${expiry}.${difficulty}.${id}`;
  const isOurs = rest.length === 0 && /^\d{1,9}$/.test(number) && isSame(signature, signatureOf(text, attempt));
  const expiresAtMs = Number.parseInt(expiry, 36);
  if (!isOurs || !(expiresAtMs > nowMs)) return false;
  const hash = await hashRaw(proof, {
    memoryCost: proofCost.memoryKib,
    timeCost: proofCost.passes,
    parallelism: proofCost.lanes,
    outputLen: proofCost.hashBytes,
    salt: Buffer.from(proofSalt),
  });
  return isProof(hash, Number(difficulty)) && noteSpent(id, expiresAtMs, nowMs);
}

const spent = new Map<string, number>();

/** False for what was spent before, and while more have been spent than anybody solves in ten minutes. */
function noteSpent(id: string, expiresAtMs: number, nowMs: number): boolean {
  if (spent.size >= maxSpent) for (const [old, untilMs] of spent) if (untilMs <= nowMs) spent.delete(old);
  if (spent.has(id) || spent.size >= maxSpent) return false;
  spent.set(id, expiresAtMs);
  return true;
}

/** What was spent is forgotten by a restart, so a challenge must not outlive it. */
const run = randomId();

function signatureOf(text: string, { keys, account, address }: Attempt): string {
  return sign(keys.proof, JSON.stringify([run, text, account, networkOf(address)]));
}
