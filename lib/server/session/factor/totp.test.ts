import { describe, expect, it } from "vitest";
import { findStep, makeTotpSecret, stepAt, toBase32, totpCode } from "./totp";

const secret = toBase32(Buffer.from("12345678901234567890"));

describe("codes", () => {
  // RFC 6238 appendix B, the last six of its eight digits.
  it.each([
    [59, "287082"],
    [1_111_111_109, "081804"],
    [1_111_111_111, "050471"],
    [1_234_567_890, "005924"],
    [2_000_000_000, "279037"],
    [20_000_000_000, "353130"],
  ])("at %i s are those of the standard", (seconds, code) => {
    expect(totpCode(secret, stepAt(seconds * 1000))).toBe(code);
  });

  it("fit for a step before and after, and for none further off", () => {
    const nowMs = 1_700_000_000_000;
    const now = stepAt(nowMs);
    const found = [-2, -1, 0, 1, 2].map((off) => findStep(secret, totpCode(secret, now + off), { after: 0, nowMs }));
    expect(found).toEqual([null, now - 1, now, now + 1, null]);
  });

  it("fit no more once theirs or a later one was taken", () => {
    const nowMs = 1_700_000_000_000;
    const now = stepAt(nowMs);
    expect(findStep(secret, totpCode(secret, now), { after: now, nowMs })).toBeNull();
    expect(findStep(secret, totpCode(secret, now - 1), { after: now, nowMs })).toBeNull();
    expect(findStep(secret, totpCode(secret, now + 1), { after: now, nowMs })).toBe(now + 1);
  });
});

it("makes secrets of 160 bits in the letters that apps take", () => {
  expect(secret).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(makeTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(makeTotpSecret()).not.toBe(makeTotpSecret());
});
