import { randomId } from "@/lib/shared/units";
import { isSame, sign, type Keys } from "@/lib/server/base/keys";

const validMs = 10 * 60_000;
const maxSpent = 20_000;

/** `about`: the ceremony, and whose it is; a challenge for one is none for another. */
type Ceremony = { keys: Pick<Keys, "factor">; about: string };

/** For a ceremony of WebAuthn: signed, so that it takes no memory here until it was used. Holds for ten minutes, and until a restart at most. */
export function makeCeremonyChallenge(ceremony: Ceremony, nowMs = Date.now()): string {
  const text = `${(nowMs + validMs).toString(36)}.${randomId(22)}`;
  return `${text}.${signatureOf(text, ceremony)}`;
}

/** Whether it was made here for this ceremony, and is still good. `encoded`: as the browser gives it back, in base64url. */
export function isCeremonyChallenge(encoded: string, ceremony: Ceremony, nowMs = Date.now()): boolean {
  const { text, signature, expiresAtMs } = parse(encoded);
  return isSame(signature, signatureOf(text, ceremony)) && expiresAtMs > nowMs && !spent.has(text);
}

const spent = new Map<string, number>();

/** Call with a good one once its ceremony has succeeded, before anything is awaited: each is used once. False when another call was faster. */
export function spendCeremonyChallenge(encoded: string, nowMs = Date.now()): boolean {
  const { text, expiresAtMs } = parse(encoded);
  if (spent.size >= maxSpent) for (const [old, untilMs] of spent) if (untilMs <= nowMs) spent.delete(old);
  if (spent.has(text) || spent.size >= maxSpent) return false;
  spent.set(text, expiresAtMs);
  return true;
}

/** What was spent is forgotten by a restart, so a challenge must not outlive it. */
const run = randomId();

function parse(encoded: string): { text: string; signature: string; expiresAtMs: number } {
  const [expiry = "", id = "", signature = ""] = Buffer.from(encoded, "base64url").toString("latin1").split(".");
  return { text: `${expiry}.${id}`, signature, expiresAtMs: Number.parseInt(expiry, 36) };
}

function signatureOf(text: string, { keys, about }: Ceremony): string {
  return sign(keys.factor, JSON.stringify(["ceremony", run, about, text]));
}
