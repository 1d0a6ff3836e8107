import { expect, it } from "vitest";
import { leftOutCode, stopStartedCode } from "@/lib/contracts/audited-actions";
import { createAnonymousLimit, isAnonymous, subjectOf } from "./limit-anonymous";

const signIn = "POST user/login";
const line = {
  userId: null,
  username: "",
  address: "192.0.2.1",
  action: "POST file/delete",
  target: "",
  outcome: "auth/required",
  requestId: "",
  atMs: 1_000_000,
};
const guess = { ...line, username: "mia", action: signIn, outcome: "auth/wrong-credentials" };
const mia = { kind: "account", name: "mia" } as const;

it("keeps so many refusals of one network each minute", () => {
  const { isKept } = createAnonymousLimit();
  const refusals = Array.from({ length: 100 }, () => isKept(line, null));
  expect(refusals.filter(Boolean)).toHaveLength(60);
  // Whatever was asked for: what only users may is one kind.
  expect(isKept({ ...line, action: "POST file/copy" }, null)).toBe(false);
  expect(isKept({ ...line, address: "192.0.2.2" }, null)).toBe(true);
  expect(isKept({ ...line, outcome: "success" }, null)).toBe(true);
  expect(isKept({ ...line, atMs: line.atMs + 61_000 }, null)).toBe(true);
});

it("keeps what is about an account or a share that exists, whatever noise comes before", () => {
  const { isKept } = createAnonymousLimit();
  const unlock = { ...line, action: "POST share/{link}/unlock", target: "plans", outcome: "share/password-wrong" };
  for (let index = 0; index < 100; index++) {
    isKept({ ...guess, username: `nobody ${index}` }, null);
    isKept({ ...guess, username: "root" }, { kind: "account", name: "root" });
    isKept({ ...unlock, target: `none${index}` }, null);
    isKept({ ...guess, action: "POST user/login/second", username: "mia" }, mia);
  }
  expect(isKept({ ...guess, username: "nobody else" }, null)).toBe(false);
  expect(isKept(guess, mia)).toBe(true);
  expect(isKept(unlock, { kind: "share", name: "plans" })).toBe(true);
  expect([subjectOf(guess), subjectOf(unlock), subjectOf(line)]).toEqual([mia, { kind: "share", name: "plans" }, null]);
});

it("counts nothing that the server records of itself", () => {
  expect([line, { ...line, action: stopStartedCode }].map(isAnonymous)).toEqual([true, false]);
});

it("says how many were left out, of an account with its name", () => {
  const { isKept, takeSummaries, hasLeftOut } = createAnonymousLimit();
  for (let index = 0; index < 70; index++) {
    isKept(guess, mia);
    isKept({ ...guess, username: `nobody ${index}` }, null);
    isKept({ ...line, action: index % 2 === 0 ? "POST file/delete" : "POST file/copy" }, null);
  }
  expect([hasLeftOut(), takeSummaries(line.atMs + 59_000)]).toEqual([true, []]);
  const told = takeSummaries(line.atMs + 60_000).map(({ username, action, target, outcome }) => [
    username,
    action,
    target,
    outcome,
  ]);
  expect(told).toEqual([
    ["mia", leftOutCode, `10 × ${signIn}`, guess.outcome],
    ["", leftOutCode, `10 × ${signIn}`, guess.outcome],
    ["", leftOutCode, "5 × POST file/delete, 5 × POST file/copy", line.outcome],
  ]);
  expect([hasLeftOut(), takeSummaries(Number.POSITIVE_INFINITY)]).toEqual([false, []]);
});

it("remembers so many kinds, and says what it left out of those that it forgets", () => {
  const { isKept, takeSummaries } = createAnonymousLimit();
  for (let index = 0; index < 61; index++) isKept(line, null);
  for (let index = 0; index < 10_000; index++) isKept({ ...line, address: `10.${index >> 8}.${index & 255}.1` }, null);
  expect(takeSummaries(line.atMs).map(({ address, target }) => [address, target])).toEqual([
    [line.address, "1 × POST file/delete"],
  ]);
});
