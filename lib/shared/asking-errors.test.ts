import { expect, test } from "vitest";
import { kindOfOutcome } from "./asking-errors";

test.each([
  ["success", "success"],
  ["auth/confirm", "asked"],
  ["archive/password", "asked"],
  ["share/password", "asked"],
  ["ssh/not-connected", "asked"],
  // A wrong answer, and what no answer helps against.
  ["auth/password-again", "failed"],
  ["archive/password-wrong", "failed"],
  ["share/password-wrong", "failed"],
  ["ssh/host-key", "failed"],
  ["auth/forbidden", "failed"],
  ["of/another-version", "failed"],
])("%s means %s", (outcome, kind) => expect(kindOfOutcome(outcome)).toBe(kind));
