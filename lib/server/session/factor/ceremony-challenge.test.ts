import { expect, it } from "vitest";
import { deriveKeys } from "@/lib/server/base/keys";
import { isCeremonyChallenge, makeCeremonyChallenge, spendCeremonyChallenge } from "./ceremony-challenge";

const keys = deriveKeys(Buffer.alloc(32, 3));
const login = { keys, about: "login" };
const encode = (challenge: string) => Buffer.from(challenge).toString("base64url");

it("takes its own challenges for the ceremony that they were made for, until they expire", () => {
  const encoded = encode(makeCeremonyChallenge(login, 1_000));
  expect(isCeremonyChallenge(encoded, login, 2_000)).toBe(true);
  expect(isCeremonyChallenge(encoded, { keys, about: "add mia" }, 2_000)).toBe(false);
  expect(isCeremonyChallenge(encoded, { keys: deriveKeys(Buffer.alloc(32, 4)), about: "login" }, 2_000)).toBe(false);
  expect(isCeremonyChallenge(encoded, login, 1_000 + 600_000)).toBe(false);
  for (const made of ["", "x", encode("zzzzzzzz.made.up"), encode(`${makeCeremonyChallenge(login)}x`)])
    expect(isCeremonyChallenge(made, login)).toBe(false);
});

it("takes each once", () => {
  const encoded = encode(makeCeremonyChallenge(login));
  expect(spendCeremonyChallenge(encoded)).toBe(true);
  expect(spendCeremonyChallenge(encoded)).toBe(false);
  expect(isCeremonyChallenge(encoded, login)).toBe(false);
});
