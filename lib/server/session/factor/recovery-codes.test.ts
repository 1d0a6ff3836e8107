import { expect, it } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { hashRecoveryCode, hintOf, makeRecoveryCodes, parseRecoveryCode } from "./recovery-codes";

it("makes ten different codes that can be typed in any way", () => {
  const codes = makeRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) {
    expect(code).toMatch(/^(?:[A-HJKMNP-Z1-9]{4}-){2}[A-HJKMNP-Z1-9]{4}$/);
    expect(parseRecoveryCode(` ${code.toLowerCase().replaceAll("-", " ")} `)).toBe(code);
    expect(code.startsWith(`${hintOf(code)}-`)).toBe(true);
  }
});

it("takes nothing else for a code", () => {
  for (const text of ["", "123456", "K7QM-3XRA-9TB", "K7QM-3XRA-9TBC-A", "K7QM-3XRA-9TB0", "K7QM-3XRA-9TB!"])
    expect(parseRecoveryCode(text)).toBeNull();
});

it("keeps of a code what only the server's key makes, and for one user alone", () => {
  const [keys, others] = [deriveKeys(Buffer.alloc(32, 1)), deriveKeys(Buffer.alloc(32, 2))];
  const code = "K7QM-3XRA-9TBC";
  const kept = hashRecoveryCode(keys, { userId: "a", code });
  expect(hashRecoveryCode(keys, { userId: "a", code })).toBe(kept);
  expect(hashRecoveryCode(keys, { userId: "b", code })).not.toBe(kept);
  expect(hashRecoveryCode(others, { userId: "a", code })).not.toBe(kept);
});
