import { randomBytes } from "node:crypto";
import { sign, type Keys } from "@/lib/server/base/keys";

export const recoveryCodeCount = 10;
/** Without letters and digits that are mistaken for one another: people copy them by hand. 32 of them, five bits each. */
const letters = "ABCDEFGHJKMNPQRSTUVWXYZ123456789";
const [groups, groupLetters] = [3, 4];

/** Ten new codes such as `K7QM-3XRA-9TBC`, of 60 bits each. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, makeCode);
}

function makeCode(): string {
  const picked = Array.from(randomBytes(groups * groupLetters), (byte) => letters[byte % letters.length] ?? "");
  return Array.from({ length: groups }, (_, at) =>
    picked.slice(at * groupLetters, (at + 1) * groupLetters).join(""),
  ).join("-");
}

/** As it was made, however it was typed: case, spaces and hyphens do not count. Null for what cannot be a code. */
export function parseRecoveryCode(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/[\s-]/g, "");
  if (plain.length !== groups * groupLetters || Array.from(plain).some((letter) => !letters.includes(letter)))
    return null;
  return (plain.match(/.{4}/g) ?? []).join("-");
}

/** How a code begins. */
export function hintOf(code: string): string {
  return code.slice(0, groupLetters);
}

/** What is kept of a code. Keyed, for 60 bits alone could be found from a stolen database. */
export function hashRecoveryCode(
  keys: Pick<Keys, "factor">,
  { userId, code }: { userId: string; code: string },
): string {
  return sign(keys.factor, JSON.stringify(["recovery", userId, code]));
}
