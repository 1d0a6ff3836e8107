import { createHmac, randomBytes } from "node:crypto";
import { isSame } from "@/lib/server/base/keys";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/** 160 bits, what RFC 4226 §4 recommends. */
const secretBytes = 20;
const [stepSeconds, digits] = [30, 6];
/** Clocks may differ, and typing takes time: one step before and after (RFC 6238 §5.2). */
const slackSteps = 1;

/** A new secret as authenticator apps take it: Base32 without padding. */
export function makeTotpSecret(): string {
  return toBase32(randomBytes(secretBytes));
}

/** Base32 (RFC 4648 §6) without padding, for whole groups of five bytes. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.replace(/.{5}/g, (group) => alphabet[Number.parseInt(group, 2)] ?? "");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of six digits for a step of thirty seconds (RFC 4226 §5.3, RFC 6238). */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits).padStart(digits, "0");
}

export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / stepSeconds);
}

/** The step whose code this is: the current one, or one beside it, but none up to `after`, whose codes may have been used. Null: it fits none. */
export function findStep(
  secret: string,
  code: string,
  { after, nowMs }: { after: number; nowMs: number },
): number | null {
  const now = stepAt(nowMs);
  for (let step = now - slackSteps; step <= now + slackSteps; step++)
    if (step > after && isSame(totpCode(secret, step), code)) return step;
  return null;
}
