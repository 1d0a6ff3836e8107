import { afterEach, describe, expect, it, vi } from "vitest";
import { entropyBits, makePassword, signSets, strengthOf, type PasswordKind } from "./make-password";

const kind = (change: Partial<PasswordKind> = {}): PasswordKind => ({
  length: 20,
  sets: signSets,
  isUnambiguous: false,
  ...change,
});

afterEach(() => {
  vi.restoreAllMocks();
});

describe("makePassword", () => {
  it.each([4, 20, 128])("has a sign of each set among %d", (length) => {
    for (let time = 0; time < 50; time++) {
      const made = makePassword(kind({ length }));
      expect(made).toHaveLength(length);
      for (const pattern of [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/]) expect(made).toMatch(pattern);
    }
  });
  it("has only what was chosen, and nothing that looks alike", () => {
    expect(makePassword(kind({ length: 128, sets: ["digits"] }))).toMatch(/^\d{128}$/);
    for (let time = 0; time < 20; time++)
      expect(makePassword(kind({ length: 128, isUnambiguous: true }))).not.toMatch(/[Il1|O0o]/);
  });
  it("takes every sign about as often", () => {
    const counts = new Map<string, number>();
    for (const sign of Array.from({ length: 200 }, () => makePassword(kind({ length: 100, sets: ["digits"] }))).join(
      "",
    ))
      counts.set(sign, (counts.get(sign) ?? 0) + 1);
    // 2,000 of each are expected, with a deviation of 42.
    for (const count of counts.values()) expect(Math.abs(count - 2000)).toBeLessThan(300);
    expect(counts.size).toBe(10);
  });
  it("throws a number again that would make the first signs likelier", () => {
    const thrown = [2 ** 32 - 1, 2 ** 32 - 5, 7, 7, 7, 7];
    vi.spyOn(crypto, "getRandomValues").mockImplementation((array) => {
      if (array instanceof Uint32Array) array[0] = thrown.shift() ?? 0;
      return array;
    });
    expect(makePassword(kind({ length: 4, sets: ["digits"] }))).toBe("7777");
  });
  it("says when there is no room", () => {
    expect(() => makePassword(kind({ length: 3 }))).toThrow(RangeError);
    expect(() => makePassword(kind({ sets: [] }))).toThrow(RangeError);
  });
});

describe("entropyBits", () => {
  it.each([
    [kind({ length: 10, sets: ["digits"] }), Math.log2(10 ** 10)],
    // One of each of four, in any order.
    [kind({ length: 4 }), Math.log2(24 * 26 * 26 * 10 * 28)],
    [kind({ length: 2, sets: ["digits", "lower"] }), Math.log2(2 * 10 * 26)],
  ])("counts what is possible", (of, expected) => {
    expect(entropyBits(of)).toBeCloseTo(expected, 6);
  });
  it("is about six and a half bits for each sign of a long one", () => {
    expect(entropyBits(kind({ length: 128 }))).toBeCloseTo(128 * Math.log2(90), 3);
  });
});

it.each([
  [59, "weak"],
  [60, "good"],
  [100, "strong"],
] as const)("%d bits are %s", (bits, expected) => {
  expect(strengthOf(bits)).toBe(expected);
});
